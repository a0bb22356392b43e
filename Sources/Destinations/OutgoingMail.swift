/// A server that relays mail, by SMTP (RFC 5321).
public struct MailServer: Sendable, Equatable {
    /// The protection of the connection (RFC 8314).
    public enum Security: String, Sendable, CaseIterable {
        /// The connection begins in plain text, and is encrypted before any other command.
        case starttls
        /// The connection is encrypted from its beginning.
        case tls
        case none
    }

    /// A name, or a numeric IP address without brackets.
    public var host: String
    public var port: Int
    public var security: Security
    /// The user to sign in as; `nil` to send without signing in.
    public var user: String?
    public var password: String?

    public init(
        host: String, port: Int, security: Security, user: String? = nil, password: String? = nil
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.user = user
        self.password = password
    }
}

/// Hides the password when a server is printed.
extension MailServer: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(host):\(port)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A message on its way to one address.
public struct OutgoingMail: Sendable {
    public var server: MailServer
    /// The address that receives a report if the message can't be delivered.
    public var sender: String
    public var recipient: String
    /// The message, with lines that end in CR LF.
    public var message: [UInt8]
    /// The time for the whole exchange.
    public var timeout: Duration

    /// - Parameters:
    ///   - sender: an address of ASCII without white space and brackets, as `recipient` is.
    public init(
        _ message: [UInt8], from sender: String, to recipient: String, by server: MailServer,
        timeout: Duration = .seconds(30)
    ) {
        self.server = server
        self.sender = sender
        self.recipient = recipient
        self.message = message
        self.timeout = timeout
    }
}

/// The reason why a server has not accepted a message.
public enum OutgoingMailError: Error, Sendable, Equatable {
    /// The step that the server refused.
    public enum Step: Sendable, Equatable {
        /// The connection itself.
        case greeting
        case login
        /// Mail from this sender.
        case sender
        /// Mail for this recipient.
        case recipient
        /// This message.
        case message
    }

    /// All addresses of the name are forbidden.
    case forbiddenAddress
    case timedOut
    /// The server's certificate is for another name, has expired, or is not from a trusted
    /// authority.
    case untrusted
    /// The server does not encrypt the connection.
    case unencrypted
    /// The server's reply is an error. The status is 0 if the server has not replied with a
    /// refusal, but offers no way to sign in that the client knows.
    case refused(Step, status: Int)
    /// The connection failed or broke.
    case failed

    /// Whether another attempt could succeed (RFC 5321, section 4.2.1).
    public var mayPass: Bool {
        if case .refused(_, let status) = self { (400..<500).contains(status) } else { true }
    }
}
