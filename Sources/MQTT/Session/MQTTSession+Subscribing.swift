public import SansIO

/// Subscriptions: wishes that outlive connections.
extension MQTTSession {
  /// Subscribes, each filter in its own SUBSCRIBE, now and on every later connection whose session does not
  /// have them. The result of each comes as `.subscribed`.
  public mutating func subscribe(_ wanted: [Subscription], at now: MonotonicInstant) {
    for subscription in wanted
    where !subscriptions.want(subscription, limit: configuration.limits.subscriptions) {
      emit(.diagnostic(.subscriptionLimit(subscription.filter)))
    }
    transmitSubscriptions(at: now)
  }

  public mutating func unsubscribe(_ filters: [TopicFilter], at now: MonotonicInstant) {
    for filter in filters { subscriptions.unwant(filter, limit: configuration.limits.subscriptions) }
    transmitSubscriptions(at: now)
  }

  mutating func transmitSubscriptions(at now: MonotonicInstant) {
    guard isLinkUp else { return }
    while let subscription = subscriptions.nextWanted(), let identifier = identifiers.allocate() {
      respond(
        .subscribe(SubscribePacket(packetIdentifier: identifier, subscriptions: [subscription])), at: now)
      subscriptions.requested(
        .init(identifier: identifier, filter: subscription.filter, isRemoval: false, since: now))
    }
    while let filter = subscriptions.nextUnwanted(), let identifier = identifiers.allocate() {
      respond(.unsubscribe(UnsubscribePacket(packetIdentifier: identifier, filters: [filter])), at: now)
      subscriptions.requested(.init(identifier: identifier, filter: filter, isRemoval: true, since: now))
    }
    if deadlines[.subscribe] == nil, let oldest = subscriptions.oldestRequest {
      deadlines[.subscribe] = oldest + configuration.timing.subscribeDeadline
    }
  }

  mutating func subscribeAcknowledged(_ packet: SubscribeAcknowledgement, at now: MonotonicInstant) {
    let identifier = packet.packetIdentifier
    guard let request = subscriptions.answered(identifier, isRemoval: false) else {
      return emit(.diagnostic(.unexpectedAcknowledgement(.subscribeAcknowledgement, identifier)))
    }
    identifiers.release(identifier)
    backoff.exchanged()
    guard let result = packet.results.first, packet.results.count == 1 else {
      return closeLink(.protocolViolation(.resultCount), at: now)
    }
    subscriptions.settle(identifier, result)
    emit(.subscribed(request.filter, result))
  }

  mutating func unsubscribeAcknowledged(_ identifier: PacketIdentifier) {
    guard let request = subscriptions.answered(identifier, isRemoval: true) else {
      return emit(.diagnostic(.unexpectedAcknowledgement(.unsubscribeAcknowledgement, identifier)))
    }
    identifiers.release(identifier)
    backoff.exchanged()
    emit(.unsubscribed(request.filter))
  }
}
