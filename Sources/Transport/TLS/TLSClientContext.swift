import CPlatform

/// Whom a client trusts, and the sessions that it can take up again.
///
/// A server's chain and its name are always verified.
///
/// Unchecked: OpenSSL's context counts its references atomically and is not changed after `init`.
public final class TLSClientContext: @unchecked Sendable {
    /// How many servers' sessions are remembered.
    private static let ticketsMax = 64

    let pointer: OpaquePointer
    private let tickets = Locked<[String: TLSTicket]>([:])

    /// Trusts the authorities of the file in PEM at `authoritiesPath`, and only those; those of the
    /// system when it is nil.
    public convenience init(authoritiesPath: String? = nil) throws(TLSError) {
        try self.init(authoritiesPath: authoritiesPath, rules: TLSRules())
    }

    init(authoritiesPath: String?, rules: TLSRules) throws(TLSError) {
        let path = authoritiesPath ?? "the system's list of authorities"
        var authorities: [UInt8] = []
        if let authoritiesPath {
            authorities = try TLSError.read(authoritiesPath)
            // Nothing would stand for the system's authorities.
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

    /// The session with `server` (host and port), which is given away: a ticket of TLS 1.3 used
    /// twice would let who listens connect the two (RFC 8446, C.4).
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
