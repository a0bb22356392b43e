/// The terms on which a server accepts permessage-deflate (RFC 7692, 7.1). The server never keeps a
/// context itself, so that a message that it has compressed once serves every receiver.
public struct DeflateTerms: Sendable {
    /// Whether the client's messages may refer to earlier ones, which needs an `InflateContext`.
    public var clientKeepsContext: Bool
    /// The base-2 logarithm of the largest window of a client that keeps its context, 8 to 15. A
    /// client that does not accept a smaller window is not allowed to keep its context.
    public var clientWindowBitsMax: Int

    public init(clientKeepsContext: Bool, clientWindowBitsMax: Int = 15) {
        self.clientKeepsContext = clientKeepsContext
        self.clientWindowBitsMax = clientWindowBitsMax
    }

    func answer(to offer: DeflateParameters) -> DeflateParameters {
        let bitsMost = DeflateAgreement.windowBitsMost
        var answer = DeflateParameters()
        answer.serverForgets = true
        answer.serverWindowBitsMax = offer.serverWindowBitsMax
        let windowBits = min(
            offer.clientWindowBitsMax ?? bitsMost,
            max(clientWindowBitsMax, DeflateAgreement.windowBitsLeast))
        let canBeTold = offer.clientWindowBitsMax != nil || windowBits == bitsMost
        answer.clientForgets = offer.clientForgets || !clientKeepsContext || !canBeTold
        // If the client forgets, each message is inflated with the widest window anyway.
        if !answer.clientForgets, windowBits < bitsMost { answer.clientWindowBitsMax = windowBits }
        return answer
    }
}
