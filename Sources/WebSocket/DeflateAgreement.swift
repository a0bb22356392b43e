/// What both sides agreed on about compressed messages: the outcome of a handshake in which
/// permessage-deflate was offered and accepted (RFC 7692, 7.1).
public struct DeflateAgreement: Hashable, Sendable {
    /// The widest window there is: 32 KiB. It is what holds where nothing else was agreed on.
    static let windowBitsMost = 15
    /// The narrowest window that can be agreed on (7.1.2): 256 bytes.
    static let windowBitsLeast = 8

    /// Whether the server's messages may refer to those before them.
    public let serverKeepsContext: Bool
    /// Whether the client's messages may refer to those before them.
    public let clientKeepsContext: Bool
    private let serverBits: UInt8
    private let clientBits: UInt8

    /// How far back the server's messages refer at most, as the power of two of bytes: 8 to 15.
    public var serverWindowBits: Int { Int(serverBits) }
    /// How far back the client's messages refer at most, as the power of two of bytes: 8 to 15.
    public var clientWindowBits: Int { Int(clientBits) }

    /// Windows beyond what can be agreed on count as the nearest that can.
    public init(
        serverKeepsContext: Bool = false, clientKeepsContext: Bool = false,
        serverWindowBits: Int = 15, clientWindowBits: Int = 15
    ) {
        self.serverKeepsContext = serverKeepsContext
        self.clientKeepsContext = clientKeepsContext
        serverBits = Self.nearestBits(serverWindowBits)
        clientBits = Self.nearestBits(clientWindowBits)
    }

    /// What an answer makes of the offer that it answers. What a client says of itself in its offer
    /// holds even where the answer is silent about it (7.1.1.2, 7.1.2.2).
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

    /// Whether what the other side of `role` sends may refer to what it sent before.
    func peerKeepsContext(of role: WebSocketRole) -> Bool {
        switch role {
        case .server: clientKeepsContext
        case .client: serverKeepsContext
        }
    }

    /// The window of the other side of `role`.
    func peerWindowBits(of role: WebSocketRole) -> Int {
        switch role {
        case .server: clientWindowBits
        case .client: serverWindowBits
        }
    }
}
