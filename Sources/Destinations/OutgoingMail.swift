/// A server that passes mail on, by SMTP (RFC 5321).
public struct MailServer: Sendable, Equatable {
    /// How the connection is protected (RFC 8314).
    public enum Security: String, Sendable, CaseIterable {
        /// It begins in the open, and is encrypted before anything else is said.
        case starttls
        /// It is encrypted from its beginning.
        case tls
        case none
    }

    /// A name, or a numeric IP address without brackets.
    public var host: String
    public var port: Int
    public var security: Security
    /// Whom to sign in as; `nil` for nobody.
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

/// Printing a server never shows the password.
extension MailServer: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(host):\(port)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A message on its way to one address.
public struct OutgoingMail: Sendable {
    public var server: MailServer
    /// The address that is told if the message can't be delivered.
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

/// The reason why a server has not taken a message.
public enum OutgoingMailError: Error, Sendable, Equatable {
    /// What the server was asked for when it refused.
    public enum Step: Sendable, Equatable {
        /// To talk at all.
        case greeting
        case login
        /// To take mail of this sender.
        case sender
        /// To take mail for this recipient.
        case recipient
        /// To take this message.
        case message
    }

    /// All addresses of the name are forbidden.
    case forbiddenAddress
    case timedOut
    /// The server's certificate is not for its name, has expired, or is of no trusted authority.
    case untrusted
    /// The server does not encrypt the connection.
    case unencrypted
    /// The server's reply is an error. The status is 0 if there is no reply of it, because the server
    /// knows no way to sign in that the client knows.
    case refused(Step, status: Int)
    /// There is no connection, or it broke.
    case failed

    /// Whether another attempt could do better (RFC 5321, section 4.2.1).
    public var mayPass: Bool {
        if case .refused(_, let status) = self { (400..<500).contains(status) } else { true }
    }
}
