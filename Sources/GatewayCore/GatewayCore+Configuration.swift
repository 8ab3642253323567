import SansIO

// What may change while the gateway runs.
extension GatewayCore {
  /// Takes over a changed `[security]`. Calls that are under way were judged by the old one.
  package mutating func reconfigure(_ security: SecurityConfiguration, at now: Instants) {
    noteClock(now)
    configuration.security = security
    authorization.reconfigure(security)
  }

  /// Names the gateway once its coordinator is known, where the configuration did not.
  package mutating func setGatewayID(_ id: String, at now: Instants) {
    noteClock(now)
    configuration.gatewayID = id
  }
}
