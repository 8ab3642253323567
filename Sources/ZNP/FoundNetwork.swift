import RadioInterface

/// A network as the adapter's memory holds it.
struct FoundNetwork: Hashable, Sendable {
  var parameters: NetworkParameters
  var base: NetworkInformationBase
}
