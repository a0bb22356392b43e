package import Clocks
package import Limits
package import Metrics
package import Transport

/// What the connections of all loops share. Immutable, or safe in itself.
package final class GatewayContext: Sendable {
    let limits: HubLimits
    /// What connections are secured with; `nil` where the hub speaks plain HTTP.
    let tls: TLSAcceptor?
    /// Whether plain HTTP is sent on to `https`, where there is a certificate; otherwise it is
    /// refused with 400.
    let redirectsPlainText: Bool
    let census: ConnectionCensus
    let metrics: Metrics
    let clock: HubClock

    package init(
        limits: HubLimits, tls: TLSAcceptor?, redirectsPlainText: Bool, census: ConnectionCensus,
        metrics: Metrics, clock: HubClock
    ) {
        self.limits = limits
        self.tls = tls
        self.redirectsPlainText = redirectsPlainText
        self.census = census
        self.metrics = metrics
        self.clock = clock
    }
}
