/// When connectors are fetched again.
package struct ConnectorTiming: Sendable {
    /// The pause after a first failure. Each further pause is twice as long, up to the connector's
    /// period.
    package var firstPause = Duration.seconds(5)
    /// The number of failures in a row after which the target is left alone for `breakPause`.
    package var failureCountMax = 5
    /// The pause after many failures. A longer period counts more.
    package var breakPause = Duration.seconds(900)

    package init() {}
}
