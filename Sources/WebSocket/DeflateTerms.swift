/// What a server agrees to when a client offers permessage-deflate (RFC 7692, 7.1). It always says
/// that it keeps no context itself, so that a message which it compressed once serves everybody.
public struct DeflateTerms: Sendable {
    /// Whether the client may refer to what it sent before, which takes an `InflateContext`.
    public var clientKeepsContext: Bool
    /// The widest window of a client that keeps its context, as the power of two of bytes: 8 to 15.
    /// A client that can't be told so does not keep it.
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
        // Each message apart is inflated with the widest window anyway.
        if !answer.clientForgets, windowBits < bitsMost { answer.clientWindowBitsMax = windowBits }
        return answer
    }
}
