/// The reason why a connection is closed (RFC 6455, 7.4).
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The connection has served its purpose.
    public static let normal = Self(rawValue: 1000)
    /// A server shuts down, or a browser leaves the page.
    public static let goingAway = Self(rawValue: 1001)
    /// The peer broke a rule of the protocol.
    public static let protocolError = Self(rawValue: 1002)
    /// The endpoint can't handle this kind of data, such as binary messages where only text is
    /// used.
    public static let unsupportedData = Self(rawValue: 1003)
    /// A message's data does not fit its type, such as text that is not UTF-8.
    public static let invalidPayload = Self(rawValue: 1007)
    /// The peer broke a rule of the application, and no other code fits.
    public static let policyViolation = Self(rawValue: 1008)
    /// A message is too big to be processed.
    public static let messageTooBig = Self(rawValue: 1009)
    /// The server did not agree to an extension that the client needs.
    public static let mandatoryExtension = Self(rawValue: 1010)
    /// The server met an unexpected condition.
    public static let internalError = Self(rawValue: 1011)

    /// Whether the code may appear in a close frame.
    ///
    /// 1004, 1005, 1006 and 1015 are reserved and must not be sent (7.4.1). 1012 to 1014 were
    /// registered with IANA after the RFC. Other codes below 3000 are undefined. 3000 to 3999 are
    /// for registered libraries, 4000 to 4999 for applications (7.4.2).
    public var isSendable: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
