import RadioInterface

/// A network as the adapter's memory holds it.
struct FoundNetwork: Hashable, Sendable {
  var parameters: NetworkParameters
  var base: NetworkInformationBase
}

/// A reading of the adapter's network that is to be confirmed by the next.
struct NetworkReading: Hashable, Sendable {
  /// nil: the adapter seems blank.
  var network: FoundNetwork?
  var count: Int
}
