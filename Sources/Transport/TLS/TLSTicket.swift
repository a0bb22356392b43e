import CPlatform

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
