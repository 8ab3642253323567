public import SansIO

/// Subscriptions: wishes that outlive connections.
extension MQTTSession {
  /// Filters of one SUBSCRIBE or UNSUBSCRIBE.
  static let longestBatch = 64

  /// Subscribes, now and on every later connection whose session does not have them. The result of each comes as
  /// `.subscribed`. `identifier` (5.0, 1 to 268,435,455) comes back with every message of these filters.
  public mutating func subscribe(
    _ wanted: [Subscription], identifier: UInt32? = nil, at now: MonotonicInstant
  ) {
    lastEvent = now
    for subscription in wanted
    where !subscriptions.want(
      subscription, identifier: identifier, limit: configuration.limits.subscriptions)
    {
      emit(.diagnostic(.subscriptionLimit(subscription.filter)))
    }
    transmitSubscriptions(at: now)
  }

  public mutating func unsubscribe(_ filters: [TopicFilter], at now: MonotonicInstant) {
    lastEvent = now
    for filter in filters { subscriptions.unwant(filter, limit: configuration.limits.subscriptions) }
    transmitSubscriptions(at: now)
  }

  mutating func transmitSubscriptions(at now: MonotonicInstant) {
    guard isLinkUp else { return }
    refuseUnsupported()
    while let (batch, number) = subscriptions.nextWanted(while: fits), let identifier = identifiers.allocate()
    {
      transmitSubscribe(batch, number, identifier, at: now)
    }
    while isLinkUp, subscriptions.hasUnwanted, let identifier = identifiers.allocate() {
      let filters = subscriptions.takeUnwanted(while: fits)
      transmitUnsubscribe(filters, identifier, at: now)
    }
    if deadlines[.subscribe] == nil, let oldest = subscriptions.oldestRequest {
      deadlines[.subscribe] = oldest + configuration.timing.subscribeDeadline
    }
  }

  private mutating func transmitSubscribe(
    _ batch: [Subscription], _ number: UInt32?, _ identifier: PacketIdentifier, at now: MonotonicInstant
  ) {
    var packet = SubscribePacket(packetIdentifier: identifier, subscriptions: batch)
    if version.hasProperties {
      packet.properties.subscriptionIdentifier = number
      packet.properties.append(userProperties: configuration.subscribeUserProperties)
    } else {
      // Older brokers know the QoS alone.
      packet.subscriptions = batch.map { Subscription(filter: $0.filter, qos: $0.qos) }
    }
    do {
      try transmit(.subscribe(packet), at: now)
      subscriptions.requested(
        .init(identifier: identifier, filters: batch.map(\.filter), isRemoval: false, since: now))
    } catch {
      identifiers.release(identifier)
      for subscription in batch { refuse(subscription.filter, .topicFilterInvalid) }
    }
  }

  private mutating func transmitUnsubscribe(
    _ filters: [TopicFilter], _ identifier: PacketIdentifier, at now: MonotonicInstant
  ) {
    var packet = UnsubscribePacket(packetIdentifier: identifier, filters: filters)
    if version.hasProperties {
      packet.properties.append(userProperties: configuration.unsubscribeUserProperties)
    }
    respond(.unsubscribe(packet), at: now)
    subscriptions.requested(.init(identifier: identifier, filters: filters, isRemoval: true, since: now))
  }

  private mutating func refuse(_ filter: TopicFilter, _ code: ReasonCode) {
    subscriptions.refuse(filter, code)
    emit(.subscribed(filter, .refused(code)))
  }

  /// What the broker said that it does not support, and what no broker supports, is not even asked for.
  private mutating func refuseUnsupported() {
    for entry in subscriptions.entries where entry.status == .wanted {
      guard let code = refusal(of: entry) else { continue }
      refuse(entry.subscription.filter, code)
    }
  }

  private func refusal(of entry: SubscriptionTable.Entry) -> ReasonCode? {
    let filter = entry.subscription.filter
    guard version.hasProperties else { return fits([entry.subscription]) ? nil : .packetTooLarge }
    let shared = filter.sharedSubscription
    if shared != nil {
      if !server.sharedSubscriptionAvailable { return .sharedSubscriptionsNotSupported }
      if entry.subscription.options.noLocal { return .protocolError }
    }
    if !server.wildcardSubscriptionAvailable, (shared?.filter ?? filter).hasWildcard {
      return .wildcardSubscriptionsNotSupported
    }
    if let identifier = entry.identifier {
      if !server.subscriptionIdentifiersAvailable { return .subscriptionIdentifiersNotSupported }
      if !(1...UInt32(VariableByteInteger.largest)).contains(identifier) { return .protocolError }
    }
    return fits([entry.subscription]) ? nil : .packetTooLarge
  }

  private func fits(_ batch: [Subscription]) -> Bool {
    fits(
      batch.count, batch.reduce(0) { $0 + 3 + $1.filter.byteCount }, configuration.subscribeUserProperties)
  }

  private func fits(_ batch: [TopicFilter]) -> Bool {
    fits(batch.count, batch.reduce(0) { $0 + 2 + $1.byteCount }, configuration.unsubscribeUserProperties)
  }

  /// With fixed header, packet identifier, the length of the properties, the longest subscription identifier and
  /// the user properties.
  private func fits(_ count: Int, _ byteCount: Int, _ userProperties: [UserProperty]) -> Bool {
    let limit = configuration.subscribing == .batched ? Self.longestBatch : 1
    var properties = Properties()
    if version.hasProperties { properties.append(userProperties: userProperties) }
    return count <= limit && byteCount + 5 + 2 + 4 + 5 + properties.byteCount <= outgoingPacketLimit
  }

  mutating func subscribeAcknowledged(_ packet: SubscribeAcknowledgement, at now: MonotonicInstant) {
    let identifier = packet.packetIdentifier
    guard let request = subscriptions.answered(identifier, isRemoval: false) else {
      return emit(.diagnostic(.unexpectedAcknowledgement(.subscribeAcknowledgement, identifier)))
    }
    identifiers.release(identifier)
    backoff.exchanged()
    guard packet.results.count == request.filters.count else {
      return closeLink(.protocolViolation(.resultCount), at: now)
    }
    if let text = packet.properties.reasonString, let result = packet.results.first {
      emit(.diagnostic(.reason(.subscribeAcknowledgement, result.reasonCode, text)))
    }
    for (filter, result) in zip(request.filters, packet.results) {
      subscriptions.settle(filter, identifier, result)
      emit(.subscribed(filter, result))
    }
  }

  mutating func unsubscribeAcknowledged(_ packet: UnsubscribeAcknowledgement, at now: MonotonicInstant) {
    let identifier = packet.packetIdentifier
    guard let request = subscriptions.answered(identifier, isRemoval: true) else {
      return emit(.diagnostic(.unexpectedAcknowledgement(.unsubscribeAcknowledgement, identifier)))
    }
    identifiers.release(identifier)
    backoff.exchanged()
    guard !version.hasProperties || packet.reasonCodes.count == request.filters.count else {
      return closeLink(.protocolViolation(.resultCount), at: now)
    }
    for (index, filter) in request.filters.enumerated() {
      if version.hasProperties, packet.reasonCodes[index].isFailure {
        emit(.diagnostic(.unsubscribeRefused(filter, packet.reasonCodes[index])))
      } else {
        emit(.unsubscribed(filter))
      }
    }
  }
}

extension Properties {
  mutating func append(userProperties: [UserProperty]) {
    for property in userProperties { append(userProperty: property) }
  }
}

extension TopicFilter {
  var hasWildcard: Bool { text.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") } }
}
