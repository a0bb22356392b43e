/// Why a connection ends (RFC 6455, 7.4).
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The purpose of the connection is fulfilled.
    public static let normal = Self(rawValue: 1000)
    /// A server shuts down, or a browser leaves the page.
    public static let goingAway = Self(rawValue: 1001)
    /// The peer broke a rule of the protocol.
    public static let protocolError = Self(rawValue: 1002)
    /// A kind of data that the endpoint has no use for, such as binary where text is spoken.
    public static let unsupportedData = Self(rawValue: 1003)
    /// A message's data does not fit its type, such as text that is not UTF-8.
    public static let invalidPayload = Self(rawValue: 1007)
    /// The peer broke a rule of the application, and no other code fits.
    public static let policyViolation = Self(rawValue: 1008)
    /// A message is too big to be taken in.
    public static let messageTooBig = Self(rawValue: 1009)
    /// The server did not agree to an extension that the client can't do without.
    public static let mandatoryExtension = Self(rawValue: 1010)
    /// The server met something that keeps it from going on.
    public static let internalError = Self(rawValue: 1011)

    /// Whether the code may appear in a close frame.
    ///
    /// 1004, 1005, 1006 and 1015 are reserved and must not be sent (7.4.1); 1012 to 1014 were
    /// registered with IANA after the RFC; the rest below 3000 is the protocol's own and undefined;
    /// 3000 to 3999 are for registered libraries and 4000 to 4999 for applications (7.4.2).
    public var isSendable: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
