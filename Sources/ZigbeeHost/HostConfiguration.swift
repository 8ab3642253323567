import SansIO
import Zigbee

/// The host's limits and times. Every queue and table has its bound here.
package struct HostConfiguration: Hashable, Sendable {
  /// What the gateway says about itself when a device reads its Basic cluster.
  package var manufacturerName = "Gatehouse"
  package var modelIdentifier = "Gatehouse Gateway"
  /// Seconds that local time is ahead of UTC, for the Time cluster.
  package var timeZoneOffset: Int32 = 0

  /// Sends that the adapter holds at once at the beginning; nil lets the adapter's firmware decide.
  package var initialConcurrency: Int?

  package var maximumDevices = 1024
  package var queueLimit = 32
  /// Places of each queue that only control requests and replies may take.
  package var reservedQueuePlaces = 4
  /// Exchanges that wait for an answer of one device. A mains device keeps one place for control.
  package var exchangesPerDevice = 2
  /// Default responses and other replies of one device that the adapter has not confirmed; what a device
  /// provokes beyond is dropped, so that one babbler cannot take the adapter from the others.
  package var repliesPerDevice = 8
  package var simultaneousInterviews = 24

  package var mainsAnswerTime = TimeSpan.seconds(8)
  /// Longer than the parent's indirect queue (7.68 s) on top of the device's own time.
  package var sleepyAnswerTime = TimeSpan.seconds(15)
  /// How long a sleeper is taken to be awake after it spoke.
  package var awakeTime = TimeSpan.seconds(5)
  package var awakeTimeAfterJoin = TimeSpan.seconds(15)
  /// The limit of a request that states none.
  package var mainsDeadline = TimeSpan.seconds(30)
  package var sleepyDeadline = TimeSpan.hours(1)
  package var removalTime = TimeSpan.seconds(15)
  /// An adapter that never confirms a send is taken to have lost it after this.
  package var confirmationTime = TimeSpan.seconds(60)

  package var retries = 2
  package var congestionRetries = 5
  package var retryDelay = RetryPolicy(first: .milliseconds(400), longest: .seconds(8))

  package var broadcastLimit = 8
  package var broadcastWindow = TimeSpan.seconds(9)
  package var broadcastQueueLimit = 64

  package var acknowledgementTime = TimeSpan.seconds(60)
  package var acknowledgementLimit = 1024
  package var duplicateTime = TimeSpan.seconds(10)

  package var unknownSenderLimit = 64
  package var framesPerUnknownSender = 8
  package var lookupInterval = TimeSpan.seconds(5)
  package var unknownSenderTime = TimeSpan.minutes(2)
  package var departedLimit = 64

  package var mainsSilence = TimeSpan.minutes(10)
  package var sleepySilence = TimeSpan.hours(25)
  package var pingSpacing = TimeSpan.seconds(2)
  package var pingJitter = TimeSpan.seconds(30)
  /// After a start or an outage of the adapter a sleeper gets at least this long to speak.
  package var sleepyGrace = TimeSpan.hours(1)

  package var interviewRetry = RetryPolicy(first: .seconds(30), longest: .hours(1))
  package var fastPollTime = TimeSpan.seconds(10)

  package init() {}
}
