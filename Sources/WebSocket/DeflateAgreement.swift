/// The agreement on compressed messages from a handshake with permessage-deflate (RFC 7692, 7.1).
public struct DeflateAgreement: Hashable, Sendable {
    /// The widest window, 32 KiB. It is the default if nothing else was agreed on.
    static let windowBitsMost = 15
    /// The narrowest window that may be agreed on, 256 bytes (7.1.2).
    static let windowBitsLeast = 8

    /// Whether the server's messages may refer to earlier ones.
    public let serverKeepsContext: Bool
    /// Whether the client's messages may refer to earlier ones.
    public let clientKeepsContext: Bool
    private let serverBits: UInt8
    private let clientBits: UInt8

    /// The base-2 logarithm of the server's window in bytes, 8 to 15.
    public var serverWindowBits: Int { Int(serverBits) }
    /// The base-2 logarithm of the client's window in bytes, 8 to 15.
    public var clientWindowBits: Int { Int(clientBits) }

    /// Window sizes that can't be agreed on are replaced by the nearest that can.
    public init(
        serverKeepsContext: Bool = false, clientKeepsContext: Bool = false,
        serverWindowBits: Int = 15, clientWindowBits: Int = 15
    ) {
        self.serverKeepsContext = serverKeepsContext
        self.clientKeepsContext = clientKeepsContext
        serverBits = Self.nearestBits(serverWindowBits)
        clientBits = Self.nearestBits(clientWindowBits)
    }

    /// Combines an answer with its offer. What a client says about itself in the offer holds even
    /// if the answer does not repeat it (7.1.1.2, 7.1.2.2).
    init(offer: DeflateParameters, answer: DeflateParameters) {
        self.init(
            serverKeepsContext: !answer.serverForgets,
            clientKeepsContext: !answer.clientForgets && !offer.clientForgets,
            serverWindowBits: answer.serverWindowBitsMax ?? Self.windowBitsMost,
            clientWindowBits: answer.clientWindowBitsMax ?? offer.clientWindowBitsMax
                ?? Self.windowBitsMost)
    }

    private static func nearestBits(_ bits: Int) -> UInt8 {
        UInt8(min(max(bits, windowBitsLeast), windowBitsMost))
    }

    /// Whether the messages that `role` receives may refer to earlier ones.
    func peerKeepsContext(of role: WebSocketRole) -> Bool {
        switch role {
        case .server: clientKeepsContext
        case .client: serverKeepsContext
        }
    }

    /// The window of the messages that `role` receives.
    func peerWindowBits(of role: WebSocketRole) -> Int {
        switch role {
        case .server: clientWindowBits
        case .client: serverWindowBits
        }
    }
}
