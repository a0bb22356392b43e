import HTTPTypes
import TestSupport
import Testing
import WebSocket

@Suite struct DeflateNegotiationTests {
    private struct Agreement: Decodable {
        let serverKeeps: Bool?
        let clientKeeps: Bool?
        let serverBits: Int?
        let clientBits: Int?

        var agreement: DeflateAgreement {
            DeflateAgreement(
                serverKeepsContext: serverKeeps ?? false, clientKeepsContext: clientKeeps ?? false,
                serverWindowBits: serverBits ?? 15, clientWindowBits: clientBits ?? 15)
        }
    }

    /// A row of `websocket-deflate-offers.json`: a client's offer and the server's answer.
    private struct OfferRow: Decodable {
        struct Terms: Decodable {
            let keeps: Bool
            let windowBitsMax: Int?
        }

        let name: String
        let offers: [String]
        let terms: Terms?
        let isOff: Bool?
        let isRefused: Bool?
        let answer: String?
        let agreement: Agreement?
    }

    /// A row of `websocket-deflate-answers.json`: a server's answer to a client's offer.
    private struct AnswerRow: Decodable {
        struct Offer: Decodable {
            let serverForgets: Bool?
            let clientForgets: Bool?
            let serverBits: Int?
            let clientBits: Int?
        }

        let name: String
        let offer: Offer?
        let answers: [String]
        let isWell: Bool
        let agreement: Agreement?
    }

    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="

    private static func request(offers: [String]) -> HTTPRequest {
        var request = WebSocketHandshake.request(
            authority: "a", path: "/", key: key, subprotocols: [], extra: [:])
        request.headerFields[values: .secWebSocketExtensions] = offers
        return request
    }

    @Test func `answers every row of the table of offers`() throws {
        let rows = try VectorFile.load("websocket-deflate-offers", as: [OfferRow].self)
        for row in rows {
            let terms = DeflateTerms(
                clientKeepsContext: row.terms?.keeps ?? true,
                clientWindowBitsMax: row.terms?.windowBitsMax ?? 15)
            let answer = WebSocketHandshake.answer(
                Self.request(offers: row.offers), minorVersion: 1, subprotocols: [],
                deflate: row.isOff == true ? nil : terms)
            switch answer {
            case .upgrade(let response, let agreement):
                #expect(row.isRefused != true, "\(row.name)")
                let fields = response.headerFields
                #expect(
                    fields[values: .secWebSocketExtensions] == [row.answer].compactMap(\.self),
                    "\(row.name)")
                #expect(agreement == row.agreement?.agreement, "\(row.name)")
            case .refuse(let status, _, _):
                #expect(row.isRefused == true, "\(row.name)")
                #expect(status == .badRequest)
            }
        }
    }

    @Test func `accepts or refuses every row of the table of answers`() throws {
        let rows = try VectorFile.load("websocket-deflate-answers", as: [AnswerRow].self)
        for row in rows {
            var response = HTTPResponse(
                status: .switchingProtocols,
                headerFields: [
                    .upgrade: "websocket", .connection: "Upgrade",
                    .secWebSocketAccept: WebSocketHandshake.accept(key: Self.key),
                ])
            response.headerFields[values: .secWebSocketExtensions] = row.answers
            let offer = row.offer.map { given in
                var offer = DeflateParameters()
                offer.serverForgets = given.serverForgets ?? false
                offer.clientForgets = given.clientForgets ?? false
                offer.serverWindowBitsMax = given.serverBits
                offer.clientWindowBitsMax = given.clientBits
                return offer
            }
            let verdict = WebSocketHandshake.verdict(
                on: response, key: Self.key, subprotocols: [], deflate: offer)
            switch verdict {
            case .upgraded(let agreement):
                #expect(row.isWell, "\(row.name)")
                #expect(agreement == row.agreement?.agreement, "\(row.name)")
            case .refused(let fault):
                #expect(!row.isWell, "\(row.name): \(fault)")
                #expect(!fault.isEmpty)
            }
        }
    }

    @Test func `writes an offer with its parameters`() {
        func field(_ change: (inout DeflateParameters) -> Void) -> String? {
            var offer = DeflateParameters()
            change(&offer)
            return WebSocketHandshake.request(
                authority: "a", path: "/", key: Self.key, subprotocols: [], extra: [:],
                deflate: offer
            ).headerFields[.secWebSocketExtensions]
        }
        #expect(field { _ in } == "permessage-deflate")
        #expect(
            field { $0 = .standard }
                == "permessage-deflate; server_no_context_takeover; client_no_context_takeover; "
                + "client_max_window_bits")
        #expect(
            field {
                $0.serverWindowBitsMax = 10
                $0.clientWindowBitsMax = 9
            } == "permessage-deflate; server_max_window_bits=10; client_max_window_bits=9")
    }

    /// Returns the answer to an offer, of a server that can keep contexts.
    private func answer(to offer: DeflateParameters) -> WebSocketHandshake.Answer {
        let request = WebSocketHandshake.request(
            authority: "a", path: "/", key: Self.key, subprotocols: [], extra: [:],
            deflate: offer)
        return WebSocketHandshake.answer(
            request, minorVersion: 1, subprotocols: [],
            deflate: DeflateTerms(clientKeepsContext: true))
    }

    @Test func `client and server reach the same agreement, and understand each other`() throws {
        var random = SeededGenerator(seed: 1)
        let message = TestMessage.json(5_000, using: &random)
        for keeps in [false, true] {
            for bits in [nil, 8, 9, 12, 15] as [Int?] {
                var offer = keeps ? DeflateParameters() : .standard
                offer.serverWindowBitsMax = bits
                offer.clientWindowBitsMax = bits
                guard case .upgrade(let response, let agreement?) = answer(to: offer) else {
                    Issue.record("the server did not agree")
                    continue
                }
                let verdict = WebSocketHandshake.verdict(
                    on: response, key: Self.key, subprotocols: [], deflate: offer)
                #expect(verdict == .upgraded(agreement))
                #expect(agreement.clientKeepsContext == keeps)
                let deflater = Deflater()
                let toClient = WebSocketEncoder.text(
                    message, deflatedBy: deflater, under: agreement)
                let client = TestDecoder(role: .client, deflate: agreement)
                #expect(client.events(of: toClient) == [.text(message)])
                let toServer = WebSocketEncoder.text(
                    message, deflatedBy: deflater, under: agreement, maskedBy: 1)
                let server = TestDecoder(role: .server, deflate: agreement)
                #expect(server.events(of: toServer) == [.text(message)])
            }
        }
    }

    @Test func `an offer of impossible windows does not trap`() {
        for bits in [Int.min, -1, 0, 7, 16, Int.max] {
            var offer = DeflateParameters()
            offer.serverWindowBitsMax = bits
            offer.clientWindowBitsMax = bits
            guard case .upgrade(_, nil) = answer(to: offer) else {
                Issue.record("the server agreed to \(bits)")
                continue
            }
        }
        #expect(DeflateAgreement(serverWindowBits: .max).serverWindowBits == 15)
        #expect(DeflateAgreement(clientWindowBits: .min).clientWindowBits == 8)
    }
}
