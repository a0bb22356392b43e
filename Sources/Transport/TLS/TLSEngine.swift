import CPlatform

/// One connection's TLS as a codec without I/O: it reads and writes a wire that it is lent for a
/// call, and holds between calls only what OpenSSL can't do without. One thread at a time.
final class TLSEngine {
    enum Outcome: Equatable {
        case done
        /// All of the wire's input was taken and more is needed.
        case wantsInput
        /// The wire's output is full; once it is cleared, the same call is to be made again.
        case wantsRoom
        /// The peer has sent close_notify.
        case finished
        case failed(TLSFailure)
    }

    private let tls: OpaquePointer
    /// OpenSSL's callbacks reach into the context, also after it was replaced for others.
    private let context: AnyObject
    /// The first failure; OpenSSL tells its reason only once.
    private var failure: TLSFailure?

    /// The server's side; nil without memory.
    init?(accepting context: TLSContext) {
        guard let tls = platform_tls_accepting(context.pointer) else { return nil }
        self.tls = tls
        self.context = context
    }

    /// The client's side, for a server whose certificate has to be for `host`; nil without memory or
    /// when `host` can't be a name.
    init?(connecting context: TLSClientContext, to host: String) {
        guard let tls = platform_tls_connecting(context.pointer, host) else { return nil }
        self.tls = tls
        self.context = context
    }

    deinit {
        platform_tls_free(tls)
    }

    func handshake(over wire: TLSWire) -> Outcome {
        outcome { failure in wire.withEnds { platform_tls_handshake(tls, $0, &failure) } }
    }

    /// The most records that one `read` takes, whatever they hold: each costs some microseconds, and
    /// 64 KiB have room for thousands.
    static let recordsPerReadMax = 32

    /// Decrypts into `buffer` until it is full, enough records were read, or something else comes;
    /// `done` means that there may be more. Returns how many bytes came before that, which may be
    /// none: records may hold no application data.
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

    /// Encrypts `bytes`, at least one and at most `TLSWire.plainBytesMax`; `done` means all.
    func write(_ bytes: UnsafeRawBufferPointer, over wire: TLSWire) -> Outcome {
        outcome { failure in
            wire.withEnds { platform_tls_write(tls, $0, bytes.baseAddress, bytes.count, &failure) }
        }
    }

    /// Changes the keys that are written with, and asks the peer to change its own (RFC 8446,
    /// section 4.6.3).
    func changeKeys(over wire: TLSWire) -> Outcome {
        outcome { failure in wire.withEnds { platform_tls_change_keys(tls, $0, &failure) } }
    }

    /// Says that nothing more will be sent.
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
        default:
            let first = TLSFailure(told)
            failure = first
            return .failed(first)
        }
    }
}

/// What was agreed on.
extension TLSEngine {
    /// One of `TLSVersion`.
    var version: UInt16 { UInt16(truncatingIfNeeded: platform_tls_version(tls)) }

    /// The name of the cipher suite, such as `TLS_AES_128_GCM_SHA256`.
    var cipher: String { platform_tls_cipher(tls).map { String(cString: $0) } ?? "" }

    /// Whether an earlier session was taken up again.
    var isResumed: Bool { platform_tls_is_resumed(tls) == 1 }

    /// The protocol (ALPN), nil when none was spoken of.
    var applicationProtocol: String? {
        var count = 0
        guard let name = platform_tls_protocol(tls, &count), count > 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: name, count: count), as: UTF8.self)
    }

    /// What a client needs to take the session up again, nil when that isn't possible (yet).
    var ticket: TLSTicket? { platform_tls_ticket_of(tls).map(TLSTicket.init) }

    /// Offers the server to take up an earlier session; before the handshake.
    func resume(_ ticket: TLSTicket) {
        _ = platform_tls_resume(tls, ticket.pointer)
    }
}
