import Testing
import WebSocket

@Suite struct InflateBudgetTests {
    private static let rules = WebSocketRules(role: .server, limits: .standard)
    private static let inContext = DeflateAgreement(clientKeepsContext: true)
    private static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
    private static let helloAgain: [UInt8] = [0xF2, 0x00, 0x11, 0x00, 0x00]

    private static func decoder(
        _ agreement: DeflateAgreement, _ budget: InflateBudget
    ) -> WebSocketDecoder {
        WebSocketDecoder(
            rules, deflate: agreement, inflater: Inflater(), context: budget.reserve())
    }

    private static func frame(_ payload: [UInt8]) -> [UInt8] {
        TestFrame.bytes(first: 0xC1, payload, key: [1, 2, 3, 4])
    }

    @Test func `reserves no more contexts than the budget has`() {
        let budget = InflateBudget(contextCountMax: 2)
        var contexts = [budget.reserve(), budget.reserve()]
        #expect(contexts.allSatisfy { $0 != nil })
        #expect(budget.contextsLeft == 0)
        #expect(budget.reserve() == nil)
        contexts.removeLast()
        #expect(budget.contextsLeft == 1)
        #expect(budget.reserve() != nil)
    }

    @Test func `a budget of 0 reserves no context`() {
        #expect(InflateBudget(contextCountMax: 0).reserve() == nil)
    }

    @Test func `a decoder keeps its context until it is dropped`() {
        let budget = InflateBudget(contextCountMax: 1)
        do {
            var decoder = Self.decoder(Self.inContext, budget)
            decoder.receive(Self.frame(Self.hello) + Self.frame(Self.helloAgain))
            let hello = WebSocketEvent.text(Array("Hello".utf8))
            #expect(decoder.remainingEvents() == [hello, hello])
            #expect(budget.contextsLeft == 0)
        }
        #expect(budget.contextsLeft == 1)
    }

    @Test(
        arguments: [[0x88, 0x80, 1, 2, 3, 4], [0xF1, 0x80], [0xC1, 0x80, 1, 2, 3, 4]] as [[UInt8]])
    func `a decoder releases its context when the connection ends`(ending: [UInt8]) {
        let budget = InflateBudget(contextCountMax: 1)
        var decoder = Self.decoder(Self.inContext, budget)
        decoder.receive(Self.frame(Self.hello))
        #expect(budget.contextsLeft == 0)
        decoder.receive(ending)
        #expect(budget.contextsLeft == 1)
        #expect(decoder.remainingEvents().count == 2)
    }

    @Test func `releases an unneeded context at once`() {
        let budget = InflateBudget(contextCountMax: 1)
        var decoder = Self.decoder(DeflateAgreement(serverKeepsContext: true), budget)
        #expect(budget.contextsLeft == 1)
        decoder.receive(Self.frame(Self.hello) + Self.frame(Self.helloAgain))
        #expect(decoder.next() == .text(Array("Hello".utf8)))
        #expect(decoder.next() == .failed(.invalidPayload, "a compressed message is damaged"))
    }

    @Test func `a decoder without a reserved context keeps its agreement`() {
        var decoder = WebSocketDecoder(
            Self.rules, deflate: Self.inContext, inflater: Inflater(), context: nil)
        decoder.receive(Self.frame(Self.hello) + Self.frame(Self.helloAgain))
        let hello = WebSocketEvent.text(Array("Hello".utf8))
        #expect(decoder.remainingEvents() == [hello, hello])
    }
}
