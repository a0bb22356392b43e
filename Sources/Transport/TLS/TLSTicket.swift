import CPlatform

/// A session that a client can take up again.
///
/// Unchecked: OpenSSL's sessions count their references atomically and are not changed once they
/// were received.
final class TLSTicket: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        platform_tls_ticket_free(pointer)
    }
}
