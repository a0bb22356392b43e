/// The steps of a connected hostile peer.
public struct PeerPlan: Sendable {
    public enum Step: Sendable {
        case send([UInt8])
        /// Sends the same bytes this many times, as fast as they are accepted.
        case flood([UInt8], times: Int)
        /// Sends one byte a second.
        case drip([UInt8])
        /// Completes a TLS 1.3 handshake. Only `changeKeys` may follow.
        case shakeHands(PeerTLSContext)
        /// Sends this many hundred key updates, each followed by this data, as fast as they are
        /// accepted.
        case changeKeys(hundreds: Int, data: [UInt8])
        /// Waits for the first byte of any answer.
        case awaitAnswer
        /// Waits for the head of an HTTP answer.
        case awaitHead
        /// Reads nothing from here on.
        case stopReading
        case awaitEnd
        /// Resets the connection.
        case reset
    }

    public let name: String
    public let steps: [Step]
    /// The allowed outcomes.
    public let expected: Set<PeerOutcome>

    /// - Parameter steps: After the last one the peer waits until the hub ends the connection.
    public init(_ name: String, _ steps: [Step], gets expected: Set<PeerOutcome>) {
        self.name = name
        self.steps = steps + [.awaitEnd]
        self.expected = expected
    }
}
