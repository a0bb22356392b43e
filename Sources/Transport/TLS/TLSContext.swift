import CPlatform
import Locks

/// A server's checked certificate and key, with the state that its connections share.
///
/// Allows TLS 1.2 and 1.3 with forward secrecy and authenticated encryption, without compression
/// and renegotiation. A client that names protocols (ALPN) has to name `http/1.1`. Clients keep
/// their sessions in tickets, whose keys change every `ticketKeyInterval`.
///
/// `@unchecked Sendable`: OpenSSL counts the references of its context atomically. Only the ticket
/// keys change, and those are locked (`tls_tickets.c`).
public final class TLSContext: @unchecked Sendable {
    private static let ticketKeyInterval = Duration.seconds(6 * 3600)

    /// The server's own certificate, so that the operator can be warned before it expires.
    public let certificate: TLSCertificate
    let pointer: OpaquePointer
    /// The time at which the next key is due, in nanoseconds of the monotonic clock. `nil` before
    /// the first connection.
    private let nextKeyNanoseconds = Locked<Int64?>(nil)

    /// Reads the files of `configuration`.
    public convenience init(_ configuration: TLSConfiguration) throws(TLSError) {
        try self.init(configuration, rules: TLSRules())
    }

    init(_ configuration: TLSConfiguration, rules: TLSRules) throws(TLSError) {
        let chain = try TLSError.read(configuration.certificatePath)
        let key = try TLSError.read(configuration.keyPath)
        var refusal = PLATFORM_TLS_ACCEPTED
        var failure = platform_tls_failure()
        let made = rules.withForeign {
            platform_tls_server_context(
                &$0, chain, chain.count, key, key.count, &refusal, &failure)
        }
        guard let made else {
            throw TLSError(
                refusal, failure, certificatePath: configuration.certificatePath,
                keyPath: configuration.keyPath)
        }
        let bytes = TLSCertificate.take { platform_tls_certificate(made, $0) }
        guard let certificate = bytes.flatMap(TLSCertificate.init) else {
            platform_tls_context_free(made)
            throw .noCertificate(path: configuration.certificatePath)
        }
        pointer = made
        self.certificate = certificate
    }

    deinit {
        platform_tls_context_free(pointer)
    }

    /// Changes the key that seals new tickets if it is old enough at `now`, in nanoseconds of the
    /// monotonic clock. Returns whether a change was due.
    @discardableResult
    func rotateTicketKeyIfDue(at now: Int64) -> Bool {
        let isDue = nextKeyNanoseconds.with { next in
            let interval = TLSContext.ticketKeyInterval.nanosecondsClamped
            defer { if next.map({ $0 <= now }) ?? true { next = now.addingSaturating(interval) } }
            return next.map { $0 <= now } ?? false
        }
        // If there is no randomness, the old key stays.
        if isDue { _ = platform_tls_rotate_ticket_keys(pointer) }
        return isDue
    }
}

extension TLSError {
    /// Certificate chains and keys have a few thousand bytes.
    private static let fileBytesMax = 1 << 20

    static func read(_ path: String) throws(TLSError) -> [UInt8] {
        do throws(SystemError) {
            return try System.contents(of: path, bytesMax: fileBytesMax)
        } catch {
            throw .unreadable(path: path, error)
        }
    }
}
