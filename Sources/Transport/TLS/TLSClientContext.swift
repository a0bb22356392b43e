import CPlatform
import Locks

/// The authorities that a client trusts, and the sessions that it can resume.
///
/// A server's chain and name are always verified.
///
/// `@unchecked Sendable`: OpenSSL counts the references of its context atomically, and the context
/// is not changed after `init`.
public final class TLSClientContext: @unchecked Sendable {
    /// The most servers whose sessions are kept.
    private static let ticketsMax = 64

    let pointer: OpaquePointer
    private let tickets = Locked<[String: TLSTicket]>([:])

    /// Trusts only the authorities in the PEM file at `authoritiesPath`, or those of the system if
    /// it is `nil`.
    public convenience init(authoritiesPath: String? = nil) throws(TLSError) {
        try self.init(authoritiesPath: authoritiesPath, rules: TLSRules())
    }

    init(authoritiesPath: String?, rules: TLSRules) throws(TLSError) {
        let path = authoritiesPath ?? "the system's list of authorities"
        var authorities: [UInt8] = []
        if let authoritiesPath {
            authorities = try TLSError.read(authoritiesPath)
            // An empty array would stand for the system's authorities.
            if authorities.isEmpty { throw .noCertificate(path: authoritiesPath) }
        }
        var refusal = PLATFORM_TLS_ACCEPTED
        var failure = platform_tls_failure()
        let made = rules.withForeign {
            platform_tls_client_context(
                &$0, authorities, authorities.count, &refusal, &failure)
        }
        guard let made else {
            throw TLSError(refusal, failure, certificatePath: path, keyPath: path)
        }
        pointer = made
    }

    deinit {
        platform_tls_context_free(pointer)
    }

    /// Removes and returns the session with `server` (host and port). A TLS 1.3 ticket that is used
    /// twice would let an observer link the two connections (RFC 8446, C.4).
    func takeTicket(for server: String) -> TLSTicket? {
        tickets.with { $0.removeValue(forKey: server) }
    }

    func remember(_ ticket: TLSTicket, for server: String) {
        tickets.with { tickets in
            if tickets.count >= TLSClientContext.ticketsMax { tickets = [:] }
            tickets[server] = ticket
        }
    }
}
