import CPlatform

/// The TLS state of a connection between two events.
///
/// `@unchecked Sendable`: only the thread of the connection's loop uses it. A connection moves to
/// another loop through the lock of an `AcceptedSocket`.
final class TLSSession: @unchecked Sendable {
    /// Above this much waiting output, no input is read. OpenSSL answers some input itself, and a
    /// peer might never take the answers.
    private static let heldOutputBytesMax = 64 * 1024

    /// The most records without application data (key updates, alerts, attempts to renegotiate)
    /// that a peer may send at once; one more is allowed each second.
    ///
    /// OpenSSL 3.0 does not limit their number, and a key update costs a hundred times as much as
    /// sending it. Data in between does not raise the limit, and a connection may change its keys
    /// for as long as it lives.
    static let controlRecordCredit = 32
    private static let nanosecondsPerControlRecord: Int64 = 1_000_000_000

    let acceptor: TLSAcceptor
    /// Created when the first bytes come, so that a silent peer costs nothing.
    var engine: TLSEngine?
    /// Whether the handshake is done.
    var isEstablished = false
    /// The reason why TLS failed. After a failure, only an alert is sent.
    var failure: TLSFailure?
    /// Whether close_notify was sent.
    var hasSentCloseNotify = false
    /// The end of the time for the handshake, in nanoseconds of the monotonic clock.
    let handshakeDeadline: Int64
    var handshakeTimer: Timer?
    /// The allowance of one record a second is used up through this time, in nanoseconds of the
    /// monotonic clock. It may be ahead of now by the length of a burst.
    private var controlRecordsPaidThrough: Int64 = 0

    /// Whether there may be input that was already received, so that the poll does not report it.
    var hasPendingInput = false
    private var pendingInput: [UInt8] = []
    private var pendingOutput: [UInt8] = []
    private var pendingOutputOffset = 0

    /// Whether the connection is in the loop's queue of handshakes.
    var isQueued = false
    /// Whether the connection is in the loop's list of pending reads.
    var isListed = false

    init(acceptor: TLSAcceptor, handshakeDeadline: Int64) {
        self.acceptor = acceptor
        self.handshakeDeadline = handshakeDeadline
    }

    /// Whether the poll should report input.
    var takesInput: Bool { !isQueued && pendingOutput.count < TLSSession.heldOutputBytesMax }

    /// The number of encrypted bytes that the kernel has not taken yet.
    var pendingOutputBytes: Int { pendingOutput.count - pendingOutputOffset }

    /// Keeps bytes that the kernel did not take, after those that it did not take earlier.
    func keepOutput(_ bytes: UnsafeRawBufferPointer) {
        pendingOutput.append(contentsOf: bytes)
    }

    /// Passes the kept output to `body`, and removes as many bytes as it returns.
    func offerPendingOutput(_ body: (UnsafeRawBufferPointer) -> Int) {
        pendingOutputOffset += pendingOutput.withUnsafeBytes {
            body(UnsafeRawBufferPointer(rebasing: $0[pendingOutputOffset...]))
        }
        guard pendingOutputOffset == pendingOutput.count else { return }
        pendingOutput = []
        pendingOutputOffset = 0
    }

    /// Counts records without application data. Returns whether the peer may have sent so many.
    func allows(controlRecords count: Int, at now: Int64) -> Bool {
        guard count > 0 else { return true }
        let interval = TLSSession.nanosecondsPerControlRecord
        controlRecordsPaidThrough = max(controlRecordsPaidThrough, now) + Int64(count) * interval
        return controlRecordsPaidThrough - now <= Int64(TLSSession.controlRecordCredit) * interval
    }

    func keepInput(of wire: TLSWire) {
        pendingInput.append(contentsOf: wire.remainingInput)
        wire.offerInput(count: 0)
    }

    /// Gives the kept input back to the wire.
    func offerPendingInput(to wire: TLSWire) {
        wire.offerInput(pendingInput)
        pendingInput = []
        hasPendingInput = false
    }

    /// Removes the references to the loop that the connection leaves.
    func detached() -> TLSSession {
        handshakeTimer?.cancel()
        handshakeTimer = nil
        isQueued = false
        isListed = false
        return self
    }

    /// Releases everything when the connection has ended.
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

/// A session that a client can resume.
///
/// `@unchecked Sendable`: OpenSSL counts the references of a session atomically, and does not
/// change it once it was received.
final class TLSTicket: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        platform_tls_ticket_free(pointer)
    }
}
