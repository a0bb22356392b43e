/// The pauses between the fetches of a connector.
package struct ConnectorTiming: Sendable {
    /// The pause after a first failure. Each further pause is twice as long, up to the connector's
    /// period.
    package var firstPause = Duration.seconds(5)
    /// The number of failures in a row after which the target is left alone for `breakPause`.
    package var failureCountMax = 5
    /// The pause after `failureCountMax` failures, or the connector's period if that is longer.
    package var breakPause = Duration.seconds(900)

    package init() {}
}
