import MQTT

/// `gatehouse mqtt sub`: shows the messages of some topics, a line for each.
package struct SubscribeCommand {
  private let options: SubscribeOptions

  package init(_ words: [String]) throws(MQTTCommandFailure) { options = try SubscribeOptions(words) }

  package func run() throws(MQTTCommandFailure) -> MQTTCommandEnding {
    var options = options
    options.connection.session.limits.forCommands()
    options.connection.session.limits.unacceptedMessages = 65_536
    let life = try ClientLife(options.connection)
    let sink: any MessageSink
    if let path = options.outputFile {
      sink = try OnceOnlyFile(path: path, metadata: life.store.metadata)
    } else {
      sink = StandardOutputSink()
    }
    return life.run(Subscriber(options, life: life, sink: sink))
  }
}
