import Glibc
import Locks

/// The TLS of a client's socket. One thread may decrypt while another encrypts.
///
/// When decrypting makes OpenSSL answer (to a key update), the answer leaves before the next bytes
/// that are written. That is soon enough (RFC 8446, section 4.6.3) and keeps the records in order.
final class ClientTLS: Sendable {
    private struct Sides {
        let engine: TLSEngine
        let wire = TLSWire()
        var isEstablished = false
    }

    private let sides: Locked<Sides>
    private let context: TLSClientContext
    private let server: String

    init(_ context: TLSClientContext, host: String, port: Int) throws(SystemError) {
        guard let engine = TLSEngine(connecting: context, to: host) else {
            throw SystemError(errno: EPROTO, call: "TLS, which can't have \(host) as a name")
        }
        self.context = context
        server = "\(host):\(port)"
        if let ticket = context.takeTicket(for: server) { engine.resume(ticket) }
        sides = Locked(Sides(engine: engine))
    }

    func handshake(over socket: ClientSocket) throws(SystemError) {
        while true {
            let (outcome, output) = sides.with { sides in
                let outcome = sides.engine.handshake(over: sides.wire)
                sides.isEstablished = outcome == .done
                return (outcome, ClientTLS.takeOutput(of: sides))
            }
            if !output.isEmpty { try socket.writeRaw(output) }
            switch outcome {
            case .done: return
            case .wantsRoom: break
            case .wantsInput, .finished, .held:
                let received = try socket.readRaw(max: TLSWire.inputBytesMax)
                if received.isEmpty {
                    throw SystemError(errno: ECONNRESET, call: "TLS handshake")
                }
                offer(received)
            case .failed(let failure): throw ClientTLS.error(failure, of: "TLS handshake")
            }
        }
    }

    /// Offers received bytes. Must be called only after `decrypt` has returned `nil`.
    func offer(_ bytes: [UInt8]) {
        sides.with { $0.wire.offerInput(bytes) }
    }

    /// Returns decrypted bytes, `nil` if more has to be received first, or an empty array if the
    /// peer has finished.
    func decrypt(max: Int) throws(SystemError) -> [UInt8]? {
        var outcome = TLSEngine.Outcome.wantsInput
        let bytes = sides.with { sides in
            [UInt8](unsafeUninitializedCapacity: max) { buffer, count in
                (count, outcome) = sides.engine.read(
                    into: UnsafeMutableRawBufferPointer(buffer), over: sides.wire)
            }
        }
        if !bytes.isEmpty { return bytes }
        switch outcome {
        case .finished: return []
        case .wantsInput: return nil
        case .done, .wantsRoom, .held:
            throw SystemError(errno: EPROTO, call: "TLS, with too many changes of keys")
        case .failed(let failure): throw ClientTLS.error(failure, of: "recv")
        }
    }

    /// Returns the records that hold `bytes`, at most `TLSWire.plainBytesMax` of them.
    func encrypt(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> [UInt8] {
        try sides.with { sides throws(SystemError) in
            var records: [UInt8] = []
            while true {
                let outcome = bytes.withUnsafeBytes { sides.engine.write($0, over: sides.wire) }
                records += ClientTLS.takeOutput(of: sides)
                switch outcome {
                case .done: return records
                case .wantsRoom: break
                case .failed(let failure): throw ClientTLS.error(failure, of: "send")
                case .wantsInput, .finished, .held:
                    throw SystemError(errno: EPIPE, call: "send")
                }
            }
        }
    }

    /// Returns the close_notify record.
    func finish() -> [UInt8] {
        sides.with { sides in
            sides.engine.finish(over: sides.wire)
            return ClientTLS.takeOutput(of: sides)
        }
    }

    /// Keeps the session for the next connection, and returns the close_notify record. Without that
    /// record OpenSSL does not let the session be resumed.
    func end() -> [UInt8] {
        sides.with { sides in
            guard sides.isEstablished else { return [] }
            sides.isEstablished = false
            sides.engine.finish(over: sides.wire)
            if let ticket = sides.engine.ticket { context.remember(ticket, for: server) }
            return ClientTLS.takeOutput(of: sides)
        }
    }

    /// The agreed version (one of `TLSVersion`), the cipher suite's name, whether a session was
    /// resumed, and the protocol (ALPN).
    var agreement: (version: UInt16, cipher: String, isResumed: Bool, protocol: String?) {
        sides.with { sides in
            let engine = sides.engine
            return (engine.version, engine.cipher, engine.isResumed, engine.applicationProtocol)
        }
    }

    private static func takeOutput(of sides: Sides) -> [UInt8] {
        defer { sides.wire.clearOutput() }
        return Array(sides.wire.output)
    }

    private static func error(_ failure: TLSFailure, of call: String) -> SystemError {
        let code = failure.isVerificationFailure ? EKEYREJECTED : EPROTO
        return SystemError(errno: code, call: "\(call), \(failure.reason)")
    }
}
