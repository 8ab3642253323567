import ByteCoding

/// The content of one kind of ZDO message, without its sequence number.
///
/// Decoding is tolerant: an answer whose status is a failure may end behind the status, counts may promise
/// more than there is, and what follows the last known field (TLVs of newer revisions) is ignored.
public protocol ZDOBody: ByteDecodable, ByteEncodable, Hashable, Sendable {
  static var cluster: ClusterID { get }
}

/// One ZDO message: its payload on endpoint 0, profile 0 is the sequence number and then the body.
public struct ZDOMessage: Hashable, Sendable {
  /// Matches an answer to its request.
  public var sequence: UInt8
  public var cluster: ClusterID
  public var body: [UInt8]

  public init(sequence: UInt8, cluster: ClusterID, body: [UInt8]) {
    self.sequence = sequence
    self.cluster = cluster
    self.body = body
  }

  public init<Body: ZDOBody>(sequence: UInt8, _ body: Body) {
    self.init(sequence: sequence, cluster: Body.cluster, body: body.encodedBytes)
  }

  /// Takes an APS payload apart.
  public init(cluster: ClusterID, payload: [UInt8]) throws(DecodingFailure) {
    guard let sequence = payload.first else { throw DecodingFailure(.truncated, offset: 0) }
    self.init(sequence: sequence, cluster: cluster, body: Array(payload.dropFirst()))
  }

  /// The APS payload.
  public var payload: [UInt8] { [sequence] + body }

  /// Reads the body as one kind of message; a message of another kind is an invalid value.
  public func decode<Body: ZDOBody>(_: Body.Type = Body.self) throws(DecodingFailure) -> Body {
    guard cluster == Body.cluster else { throw DecodingFailure(.invalidValue, offset: 0) }
    return try Body(prefixOf: body)
  }
}
