import MQTT

/// Topics, filters and QoS of the command line, with their mistakes told.
enum Topics {
  static func name(_ text: String, option: String) throws(MQTTCommandFailure) -> TopicName {
    do {
      return try TopicName(text)
    } catch {
      throw .usage("--\(option) `\(text)` is no topic name: \(error)")
    }
  }

  static func filter(_ text: String, option: String) throws(MQTTCommandFailure) -> TopicFilter {
    do {
      return try TopicFilter(text)
    } catch {
      throw .usage("--\(option) `\(text)` is no topic filter: \(error)")
    }
  }

  static func qos(_ words: OptionWords, option: String) throws(MQTTCommandFailure) -> QualityOfService {
    let value = try words.number(option, in: 0...2) ?? 0
    return QualityOfService(rawValue: UInt8(value)) ?? .atMostOnce
  }
}
