/// The parameters of permessage-deflate in an offer or in an answer (RFC 7692, 7.1).
public struct DeflateParameters: Hashable, Sendable {
    static let extensionName = "permessage-deflate"

    private static let serverForgetsName = "server_no_context_takeover"
    private static let clientForgetsName = "client_no_context_takeover"
    private static let serverWindowName = "server_max_window_bits"
    private static let clientWindowName = "client_max_window_bits"

    /// `server_no_context_takeover`: the server compresses each message apart.
    public var serverForgets = false
    /// `client_no_context_takeover`: the client compresses each message apart.
    public var clientForgets = false
    /// `server_max_window_bits`, 8 to 15: how far back the server's messages refer at most.
    public var serverWindowBitsMax: Int?
    /// `client_max_window_bits`, 8 to 15: how far back the client's messages refer at most. In an
    /// offer it also says that the client can be told so; 15 is what it means without a value.
    public var clientWindowBitsMax: Int?

    /// No parameters at all.
    public init() {}

    /// What this project's own clients offer: every message apart, so that neither side has to keep
    /// a context, and a window of any size.
    public static var standard: Self {
        var parameters = Self()
        parameters.serverForgets = true
        parameters.clientForgets = true
        parameters.clientWindowBitsMax = DeflateAgreement.windowBitsMost
        return parameters
    }

    /// Nil where a parameter is unknown, stands twice or has a value that it must not have: then
    /// an offer is to be declined (7.1, "A server MUST decline") and an answer to be refused.
    init?(_ element: ExtensionElement, isAnswer: Bool) {
        guard element.name == Self.extensionName else { return nil }
        var names: Set<String> = []
        for parameter in element.parameters {
            guard names.insert(parameter.name).inserted,
                take(parameter, isAnswer: isAnswer)
            else { return nil }
        }
    }

    private mutating func take(_ parameter: ExtensionElement.Parameter, isAnswer: Bool) -> Bool {
        switch parameter.name {
        case Self.serverForgetsName:
            serverForgets = true
            return parameter.value == nil
        case Self.clientForgetsName:
            clientForgets = true
            return parameter.value == nil
        case Self.serverWindowName:
            serverWindowBitsMax = parameter.value.flatMap(Self.windowBits)
            return serverWindowBitsMax != nil
        case Self.clientWindowName where parameter.value == nil:
            // Only an offer may leave the size open (7.1.2.2).
            clientWindowBitsMax = DeflateAgreement.windowBitsMost
            return !isAnswer
        case Self.clientWindowName:
            clientWindowBitsMax = parameter.value.flatMap(Self.windowBits)
            return clientWindowBitsMax != nil
        default: return false
        }
    }

    /// A whole number from 8 to 15 without leading zeros (7.1.2).
    private static func windowBits(_ text: String) -> Int? {
        (DeflateAgreement.windowBitsLeast...DeflateAgreement.windowBitsMost)
            .first { String($0) == text }
    }

    /// Whether a server may answer `offer` so (7.1.1, 7.1.2).
    func answers(_ offer: Self) -> Bool {
        if offer.serverForgets, !serverForgets { return false }
        if let most = offer.serverWindowBitsMax {
            guard let serverWindowBitsMax, serverWindowBitsMax <= most else { return false }
        }
        if let clientWindowBitsMax {
            guard let most = offer.clientWindowBitsMax, clientWindowBitsMax <= most else {
                return false
            }
        }
        return true
    }

    /// As it stands in `Sec-WebSocket-Extensions`.
    func fieldValue(isAnswer: Bool) -> String {
        var parts = [Self.extensionName]
        if serverForgets { parts.append(Self.serverForgetsName) }
        if clientForgets { parts.append(Self.clientForgetsName) }
        if let serverWindowBitsMax {
            parts.append("\(Self.serverWindowName)=\(serverWindowBitsMax)")
        }
        if let clientWindowBitsMax {
            let isOpen = !isAnswer && clientWindowBitsMax == DeflateAgreement.windowBitsMost
            parts.append(
                isOpen ? Self.clientWindowName : "\(Self.clientWindowName)=\(clientWindowBitsMax)")
        }
        return parts.joined(separator: "; ")
    }
}
