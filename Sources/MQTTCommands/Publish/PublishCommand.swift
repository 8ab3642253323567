import Glibc
import MQTT
import MQTTClient
import Reactor
import SansIO

/// `gatehouse mqtt pub`: publishes one message, or each line of standard input, and ends when the broker has
/// taken them.
package struct PublishCommand {
  private let options: PublishOptions

  package init(_ words: [String]) throws(MQTTCommandFailure) { options = try PublishOptions(words) }

  package func run() throws(MQTTCommandFailure) -> MQTTCommandEnding {
    var options = options
    options.connection.session.limits.forCommands()
    switch options.source {
    case .payload, .lines: break
    case .standardInput: options.source = .payload(try contents(of: nil))
    case .file(let path): options.source = .payload(try contents(of: path))
    }
    let life = try ClientLife(options.connection)
    return life.run(Publisher(options, life: life))
  }

  private func contents(of path: String?) throws(MQTTCommandFailure) -> [UInt8] {
    let result =
      path.map { InputFile.read($0, limit: PublishOptions.longestPayload) }
      ?? InputFile.readAll(STDIN_FILENO, name: "standard input", limit: PublishOptions.longestPayload)
    switch result {
    case .success(let bytes): return bytes
    case .failure(let failure): throw .failed(failure.description)
    }
  }
}

extension SessionLimits {
  /// A command owns its process: it may keep more than a daemon, and nothing is dropped, since it waits.
  mutating func forCommands() {
    overflow = .refuse
    queueMessages = 65_536
    transientQueueMessages = 8_192
    transientQueueBytes = 64 << 20
    incomingPacketBytes = PublishOptions.longestPayload + 65_536
    outgoingPacketBytes = PublishOptions.longestPayload + 65_536
    queueBytes = 256 << 20
  }
}
