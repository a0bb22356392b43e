/// What one hostile peer does, step by step, once it is connected.
public struct PeerPlan: Sendable {
    public enum Step: Sendable {
        case send([UInt8])
        /// The same bytes so many times, as fast as they are taken.
        case flood([UInt8], times: Int)
        /// One byte a second.
        case drip([UInt8])
        /// Goes through a handshake of TLS 1.3. After it, only changes of keys are sent.
        case shakeHands(PeerTLSContext)
        /// So many hundred changes of keys, as fast as they are taken, each followed by this data.
        case changeKeys(hundreds: Int, data: [UInt8])
        /// Waits for the first byte of an answer, whatever it is.
        case awaitAnswer
        /// Waits for the head of an HTTP answer.
        case awaitHead
        /// Reads nothing from here on.
        case stopReading
        case awaitEnd
        /// Breaks the connection off.
        case reset
    }

    public let name: String
    public let steps: [Step]
    /// What may become of it.
    public let expected: Set<PeerOutcome>

    /// - Parameter steps: after the last one the peer waits until the hub ends the connection.
    public init(_ name: String, _ steps: [Step], gets expected: Set<PeerOutcome>) {
        self.name = name
        self.steps = steps + [.awaitEnd]
        self.expected = expected
    }
}
