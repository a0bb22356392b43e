import COutgoing
public import Destinations
import Glibc

extension OutgoingClient {
    public func send(_ mail: OutgoingMail) throws(OutgoingMailError) {
        var status = 0
        var step = outgoing_greeting
        let outcome = withUnsafePointer(to: self) { client in
            Self.withCMail(mail, UnsafeMutableRawPointer(mutating: client), of: self) { pointer in
                outgoing_send_mail(pointer, &status, &step)
            }
        }
        switch outcome {
        case outgoing_answered: return
        case outgoing_forbidden: throw .forbiddenAddress
        case outgoing_timed_out: throw .timedOut
        case outgoing_untrusted: throw .untrusted
        case outgoing_unencrypted: throw .unencrypted
        case outgoing_refused: throw .refused(OutgoingMailError.Step(step), status: status)
        default: throw .failed
        }
    }

    /// Calls `body` with the mail in C's form, which is valid only during the call.
    private static func withCMail<Result>(
        _ mail: OutgoingMail, _ context: UnsafeMutableRawPointer, of client: OutgoingClient,
        _ body: (UnsafePointer<outgoing_mail>) -> Result
    ) -> Result {
        let server = mail.server
        let texts: [String?] = [
            url(of: mail), "<\(mail.sender)>", "<\(mail.recipient)>", server.user,
            server.user.map { _ in server.password ?? "" }, client.authoritiesPath,
            client.resolvedName,
        ]
        let copies = texts.map { text in text.flatMap { strdup($0) } }
        defer { for copy in copies { free(copy) } }
        return mail.message.withUnsafeBytes { bytes in
            var form = outgoing_mail()
            form.url = copies[0].flatMap { UnsafePointer($0) }
            form.demands_tls = server.security == .starttls ? 1 : 0
            form.sender = copies[1].flatMap { UnsafePointer($0) }
            form.recipient = copies[2].flatMap { UnsafePointer($0) }
            form.user = copies[3].flatMap { UnsafePointer($0) }
            form.password = copies[4].flatMap { UnsafePointer($0) }
            form.authorities_path = copies[5].flatMap { UnsafePointer($0) }
            form.resolved_name = copies[6].flatMap { UnsafePointer($0) }
            form.message = bytes.baseAddress
            form.message_count = bytes.count
            form.timeout_milliseconds = milliseconds(mail.timeout)
            form.allows = allowsMailServer
            form.context = context
            return body(&form)
        }
    }

    /// Returns the server's address. The client identifies itself by the sender's domain, because a
    /// server may refuse a name that does not exist on the internet (RFC 5321, section 4.1.1.1).
    private static func url(of mail: OutgoingMail) -> String {
        let server = mail.server
        let scheme = server.security == .tls ? "smtps" : "smtp"
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        let own = mail.sender.split(separator: "@").last ?? ""
        return "\(scheme)://\(host):\(server.port)/\(own)"
    }
}

extension OutgoingMailError.Step {
    fileprivate init(_ step: outgoing_step) {
        switch step {
        case outgoing_login: self = .login
        case outgoing_sender: self = .sender
        case outgoing_recipient: self = .recipient
        case outgoing_message: self = .message
        default: self = .greeting
        }
    }
}

/// A top-level function, because a closure that is passed to C must not be isolated to an actor.
private nonisolated func allowsMailServer(
    _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?, _ count: socklen_t
) -> Int32 {
    guard let client = context?.assumingMemoryBound(to: OutgoingClient.self).pointee, let address
    else { return 0 }
    return client.allows(bytes(of: address, count)) ? 1 : 0
}
