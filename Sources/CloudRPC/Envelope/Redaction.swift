import JSON

/// Takes the secrets out of a call before anything of it is stored or echoed.
enum Redaction {
  private static let secretKeys: Set<String> = ["pin", "pwdvalue", "pwd", "password", "code"]
  /// Door Lock (0x0101): the payload of a command to it may be a PIN.
  private static let lockCluster: Int64 = 0x0101

  /// The same members, secrets as empty texts. A key is looked at in any case: callers misspell.
  static func redacted(_ object: JSONObject) -> JSONObject {
    var isForLock = false
    for key in ["clusterID", "clusterId", "cluster"] {
      if let value = object[key], Arguments.integer(value) == lockCluster { isForLock = true }
    }
    return JSONObject(
      object.members.map { key, value in
        let name = key.lowercased()
        let isSecret = secretKeys.contains(name) || (isForLock && name == "payload")
        return (key, isSecret ? .string("") : redacted(value))
      })
  }

  private static func redacted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let object): .object(redacted(object))
    case .array(let elements): .array(elements.map { redacted($0) })
    default: value
    }
  }
}
