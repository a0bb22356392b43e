/// What a connection keeps of its TLS between two events.
///
/// Unchecked: only the thread of the loop that the connection lives on touches it, and a connection
/// moves to another loop through the lock of an `AcceptedSocket`.
final class TLSSession: @unchecked Sendable {
    /// As soon as this much waits, no more is read: some of what a peer sends is answered by
    /// OpenSSL itself, and a peer might never take the answers.
    private static let heldOutputBytesMax = 64 * 1024

    /// How many records without application data a peer may send at once: changes of keys, alerts and
    /// attempts to renegotiate. OpenSSL 3.0 limits none of them in number, and a change of keys costs a
    /// hundred times what it costs to send. One more is allowed for each second that has gone by, so
    /// data in between does not help a flood, and a connection may change its keys for as long as it
    /// lives.
    static let controlRecordCredit = 32
    private static let nanosecondsPerControlRecord: Int64 = 1_000_000_000

    let acceptor: TLSAcceptor
    /// Made when the first bytes come, so that a peer that says nothing costs nothing.
    var engine: TLSEngine?
    /// Whether the handshake is done.
    var isEstablished = false
    /// What broke it; from then on only an alert is still sent.
    var failure: TLSFailure?
    /// Whether close_notify was sent.
    var hasSaidFinish = false
    /// In nanoseconds of the monotonic clock.
    let handshakeDeadline: Int64
    var handshakeTimer: Timer?
    /// When all control records up to now would have been allowed, had they come one a second.
    private var controlRecordsPaidThrough: Int64 = 0

    /// Whether there may be something to read of which the poll knows nothing, since it was already
    /// received.
    var hasPendingInput = false
    private var pendingInput: [UInt8] = []
    private var pendingOutput: [UInt8] = []
    private var pendingOutputOffset = 0

    /// Whether it stands in the loop's queue for handshakes.
    var isQueued = false
    /// Whether it stands in the loop's list of connections to read without being told by the poll.
    var isListed = false

    init(acceptor: TLSAcceptor, handshakeDeadline: Int64) {
        self.acceptor = acceptor
        self.handshakeDeadline = handshakeDeadline
    }

    /// Whether the poll should report input.
    var takesInput: Bool { !isQueued && pendingOutput.count < TLSSession.heldOutputBytesMax }

    /// How many bytes the kernel has not yet taken.
    var pendingOutputBytes: Int { pendingOutput.count - pendingOutputOffset }

    /// Keeps what the kernel has not taken behind what it took even less of.
    func keepOutput(_ bytes: UnsafeRawBufferPointer) {
        pendingOutput.append(contentsOf: bytes)
    }

    /// Gives to `body` what the kernel has not yet taken and lets go of as much as it says.
    func offerPendingOutput(_ body: (UnsafeRawBufferPointer) -> Int) {
        pendingOutputOffset += pendingOutput.withUnsafeBytes {
            body(UnsafeRawBufferPointer(rebasing: $0[pendingOutputOffset...]))
        }
        guard pendingOutputOffset == pendingOutput.count else { return }
        pendingOutput = []
        pendingOutputOffset = 0
    }

    /// Counts records that held no application data. Returns whether so many may have come.
    func mayHaveSent(controlRecords count: Int, at now: Int64) -> Bool {
        guard count > 0 else { return true }
        let interval = TLSSession.nanosecondsPerControlRecord
        controlRecordsPaidThrough = max(controlRecordsPaidThrough, now) + Int64(count) * interval
        return controlRecordsPaidThrough - now <= Int64(TLSSession.controlRecordCredit) * interval
    }

    func keepInput(of wire: TLSWire) {
        pendingInput.append(contentsOf: wire.remainingInput)
        wire.offerInput(count: 0)
    }

    /// Gives the wire back what was kept.
    func offerPendingInput(to wire: TLSWire) {
        wire.offerInput(pendingInput)
        pendingInput = []
        hasPendingInput = false
    }

    /// Lets go of the loop that it leaves.
    func detached() -> TLSSession {
        handshakeTimer?.cancel()
        handshakeTimer = nil
        isQueued = false
        isListed = false
        return self
    }

    /// The connection is no more.
    func end() {
        handshakeTimer?.cancel()
        handshakeTimer = nil
        engine = nil
        pendingInput = []
        pendingOutput = []
        pendingOutputOffset = 0
        hasPendingInput = false
    }
}
