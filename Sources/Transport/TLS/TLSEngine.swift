import CPlatform

/// The TLS of one connection as a codec without I/O.
///
/// It reads from and writes to a wire that it borrows for each call. Between calls it holds only
/// what OpenSSL needs. Only one thread may use it at a time.
final class TLSEngine {
    enum Outcome: Equatable {
        case done
        /// All input of the wire was taken, and more is needed.
        case wantsInput
        /// The wire's output is full. The same call has to be repeated once it is cleared.
        case wantsRoom
        /// The peer has sent close_notify.
        case finished
        /// The handshake has stopped before its key exchange and signature (`isHeld`).
        case held
        case failed(TLSFailure)
    }

    private let tls: OpaquePointer
    /// The context, which OpenSSL's callbacks use even after others were given a new one.
    private let context: AnyObject
    /// The first failure. OpenSSL reports its reason only once.
    private var failure: TLSFailure?

    /// Creates the server's side. Returns `nil` if there is no memory.
    init?(accepting context: TLSContext) {
        guard let tls = platform_tls_accepting(context.pointer) else { return nil }
        self.tls = tls
        self.context = context
    }

    /// Creates the client's side, for a server whose certificate has to be valid for `host`.
    /// Returns `nil` if there is no memory or `host` can't be a name.
    init?(connecting context: TLSClientContext, to host: String) {
        guard let tls = platform_tls_connecting(context.pointer, host) else { return nil }
        self.tls = tls
        self.context = context
    }

    deinit {
        platform_tls_free(tls)
    }

    /// Whether a server's handshake stops before its key exchange and signature. A handshake that
    /// resumes a session has no signature and never stops.
    var isHeld = false {
        didSet { platform_tls_hold(tls, isHeld ? 1 : 0) }
    }

    func handshake(over wire: TLSWire) -> Outcome {
        outcome { failure in wire.withEnds { platform_tls_handshake(tls, $0, &failure) } }
    }

    /// The most records that one `read` takes. Each costs some microseconds, even if it is empty,
    /// and 64 KiB can hold thousands.
    static let recordsPerReadMax = 32

    /// Decrypts into `buffer` until it is full, `recordsPerReadMax` were read, or another outcome
    /// ends it. `done` means that there may be more. The count may be 0, because records may hold
    /// no application data.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, over wire: TLSWire
    ) -> (count: Int, Outcome) {
        var filled = 0
        var records = 0
        while filled < buffer.count, records < TLSEngine.recordsPerReadMax {
            records += 1
            var count = 0
            let free = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let result = outcome { failure in
                wire.withEnds {
                    platform_tls_read(tls, $0, free.baseAddress, free.count, &count, &failure)
                }
            }
            filled += count
            if result != .done { return (filled, result) }
        }
        return (filled, .done)
    }

    /// Encrypts `bytes`, at least one and at most `TLSWire.plainBytesMax`. `done` means that all
    /// were taken.
    func write(_ bytes: UnsafeRawBufferPointer, over wire: TLSWire) -> Outcome {
        outcome { failure in
            wire.withEnds { platform_tls_write(tls, $0, bytes.baseAddress, bytes.count, &failure) }
        }
    }

    /// Changes the sending keys and asks the peer to change its own (RFC 8446, section 4.6.3).
    func changeKeys(over wire: TLSWire) -> Outcome {
        outcome { failure in wire.withEnds { platform_tls_change_keys(tls, $0, &failure) } }
    }

    /// Writes close_notify.
    func finish(over wire: TLSWire) {
        wire.withEnds { platform_tls_finish(tls, $0) }
    }

    private func outcome(
        _ body: (inout platform_tls_failure) -> platform_tls_outcome
    ) -> Outcome {
        if let failure { return .failed(failure) }
        var told = platform_tls_failure()
        switch body(&told) {
        case PLATFORM_TLS_DONE: return .done
        case PLATFORM_TLS_WANTS_INPUT: return .wantsInput
        case PLATFORM_TLS_WANTS_ROOM: return .wantsRoom
        case PLATFORM_TLS_FINISHED: return .finished
        case PLATFORM_TLS_HELD: return .held
        default:
            let first = TLSFailure(told)
            failure = first
            return .failed(first)
        }
    }
}

/// The agreed parameters and the session.
extension TLSEngine {
    /// The agreed version, one of `TLSVersion`.
    var version: UInt16 { UInt16(truncatingIfNeeded: platform_tls_version(tls)) }

    /// The name of the cipher suite, such as `TLS_AES_128_GCM_SHA256`.
    var cipher: String { platform_tls_cipher(tls).map { String(cString: $0) } ?? "" }

    /// Whether an earlier session was resumed.
    var isResumed: Bool { platform_tls_is_resumed(tls) == 1 }

    /// The agreed protocol (ALPN); `nil` if none was agreed on.
    var applicationProtocol: String? {
        var count = 0
        guard let name = platform_tls_protocol(tls, &count), count > 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: name, count: count), as: UTF8.self)
    }

    /// The ticket to resume the session, or `nil` if that isn't possible (yet).
    var ticket: TLSTicket? { platform_tls_ticket_of(tls).map(TLSTicket.init) }

    /// Offers to resume an earlier session. Must be called before the handshake.
    func resume(_ ticket: TLSTicket) {
        _ = platform_tls_resume(tls, ticket.pointer)
    }
}
