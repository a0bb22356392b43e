/// The parameters of permessage-deflate in an offer or in an answer (RFC 7692, 7.1).
public struct DeflateParameters: Hashable, Sendable {
    static let extensionName = "permessage-deflate"

    private static let serverForgetsName = "server_no_context_takeover"
    private static let clientForgetsName = "client_no_context_takeover"
    private static let serverWindowName = "server_max_window_bits"
    private static let clientWindowName = "client_max_window_bits"

    /// `server_no_context_takeover`: the server compresses each message independently.
    public var serverForgets = false
    /// `client_no_context_takeover`: the client compresses each message independently.
    public var clientForgets = false
    /// `server_max_window_bits`, 8 to 15: the server's largest window.
    public var serverWindowBitsMax: Int?
    /// `client_max_window_bits`, 8 to 15: the client's largest window. In an offer, it also says
    /// that the client accepts a smaller one. Without a value it means 15.
    public var clientWindowBitsMax: Int?

    /// Creates parameters of which none is set.
    public init() {}

    /// The offer of this project's clients: each message is compressed independently, so that
    /// neither side has to keep a context, with a window of any size.
    public static var standard: Self {
        var parameters = Self()
        parameters.serverForgets = true
        parameters.clientForgets = true
        parameters.clientWindowBitsMax = DeflateAgreement.windowBitsMost
        return parameters
    }

    /// Returns `nil` if a parameter is unknown, is repeated or has an invalid value. An offer has
    /// to be declined then (7.1, "A server MUST decline"), and an answer refused.
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
            // Only an offer may leave the value out (7.1.2.2).
            clientWindowBitsMax = DeflateAgreement.windowBitsMost
            return !isAnswer
        case Self.clientWindowName:
            clientWindowBitsMax = parameter.value.flatMap(Self.windowBits)
            return clientWindowBitsMax != nil
        default: return false
        }
    }

    /// Reads a whole number from 8 to 15 without leading zeros (7.1.2).
    private static func windowBits(_ text: String) -> Int? {
        (DeflateAgreement.windowBitsLeast...DeflateAgreement.windowBitsMost)
            .first { String($0) == text }
    }

    /// Whether these parameters are an allowed answer to `offer` (7.1.1, 7.1.2).
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

    /// The value of `Sec-WebSocket-Extensions`.
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
