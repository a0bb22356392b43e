package import Clocks
package import Limits
package import Metrics
package import Transport

/// The state shared by the connections of all loops. All members are immutable or thread-safe.
package final class GatewayContext: Sendable {
    let limits: HubLimits
    /// Accepts TLS connections; `nil` if the hub speaks plain HTTP.
    let tls: TLSAcceptor?
    /// Whether plain HTTP requests are redirected to `https` if the hub has a certificate. If not,
    /// they are refused with status 400.
    let redirectsPlainText: Bool
    let census: ConnectionCensus
    let metrics: Metrics
    let clock: HubClock
    let contents: ContentAccount

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
        contents = ContentAccount(
            bytesMax: limits[.contentBytes], bytesPerDeviceMax: limits[.contentBytesPerSignIn])
    }
}
