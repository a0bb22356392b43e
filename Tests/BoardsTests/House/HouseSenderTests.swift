import JSON
import Mail
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import HouseBoard

@Suite struct HouseSenderTests {
    private static let owner = Principal(role: .owner, device: "d_owner")
    private static let good: [String: JSON] = [
        "channel": "email", "host": "smtp.example.org", "port": 587, "tls": "starttls",
        "from": "hello@example.org", "user": "ada", "password": "secret",
    ]

    private var bench = BoardBench(House(venue: .ofTests(), dependencies: .everyone))

    private static func settings(_ changed: [String: JSON] = [:]) -> [String: JSON] {
        good.merging(changed) { $1 }.filter { !$0.value.isNull }
    }

    private func decide(
        _ action: String, _ arguments: [String: JSON]
    ) throws(Rejection) -> Decision {
        try bench.decide(action, arguments, by: Self.owner)
    }

    private mutating func set(_ changed: [String: JSON] = [:]) throws -> Decision {
        let decision = try decide("house.set_sender", Self.settings(changed))
        bench.carryOut(decision)
        return decision
    }

    private var row: JSON? { bench.documents["house/senders"]?["senders"]?["email"] }

    /// Decides a connector's report as the hub sends it.
    private func decideReport(_ rev: Int, _ failure: EffectFailure? = nil) throws(Rejection)
        -> Decision
    {
        let report = ConnectorReport(
            id: "email/test", result: .done(MailTestResult(rev: rev, failure: failure)))
        return try bench.board.decide(
            Mutation(id: "m", action: "house.note_test", arguments: [:], connector: report),
            by: Principal(role: .hub, device: "hub"),
            at: Moment(now: bench.now, rev: bench.rev + 1), among: BoardStates())
    }

    @Test mutating func `shows a sender without its password, which is in no event`() throws {
        let decision = try set()
        #expect(decision.kind == "sender_set" && decision.subject == "email")
        expectEqual(
            decision.data,
            [
                "channel": "email", "host": "smtp.example.org", "port": 587, "tls": "starttls",
                "from": "hello@example.org", "user": "ada",
            ])
        expectEqual(
            row,
            [
                "to": "smtp.example.org:587", "tls": "starttls", "from": "hello@example.org",
                "user": "ada",
            ])
        _ = try set(["host": "[2001:db8::1]", "user": .null, "password": .null])
        #expect(row?["to"] == "[2001:db8::1]:587" && row?["user"] == nil)
        _ = try set(["host": " smtp.b\u{FC}cher.example ", "user": .null, "password": .null])
        #expect(row?["to"] == "smtp.xn--bcher-kva.example:587")
        #expect(bench.needlessChanges.isEmpty)
    }

    @Test(
        arguments: [
            (["channel": "sms"], "channel", "Channel must be one of email"),
            (["host": .null], "host", "Host is a required field."),
            (
                ["host": "smtp example"], "host",
                "Host must be a name such as smtp.example.org, or an IP address"
            ),
            (["host": "smtp.example.org:25"], "host", nil),
            (["host": "smtp.example.org/x"], "host", nil),
            (["host": "ada@example.org"], "host", nil),
            (["host": "ada@b\u{FC}cher.example"], "host", nil),
            (["host": "2130706433"], "host", nil), (["host": "127.1"], "host", nil),
            (["port": 0], "port", "Port must be a number from 1 to 65535"),
            (["port": "587"], "port", nil), (["port": 65_536], "port", nil),
            (["from": "ada"], "from", "From must be an address, such as ada@example.com"),
            (["from": "Ada <ada@example.org>"], "from", nil),
            (["tls": "ssl"], "tls", "Tls must be one of starttls, tls, none"),
            (["user": .null], "user", "User is a required field."),
            (["password": .null], "password", "Password is a required field."),
            (["password": "a\nb"], "password", "Password must not contain control characters"),
            (["allowPrivate": "yes"], "allowPrivate", "Allow private must be true or false"),
            (["colour": "red"], "colour", "Colour is not a field of this action"),
        ] as [([String: JSON], String, String?)])
    func `names the field of a sender's problem`(
        changed: [String: JSON], field: String, message: String?
    ) {
        let refusal = bench.refusal("house.set_sender", Self.settings(changed), by: Self.owner)
        expectEqual(refusal?.code, .invalid)
        expectEqual(refusal?.problems.map(\.field), [field])
        if let message { expectEqual(refusal?.problems.first?.message, message) }
    }

    @Test mutating func `reuses a password only for the same user of the same server`() throws {
        _ = try set()
        let kept = try set(["password": .null, "port": 465, "tls": "tls"])
        #expect(!kept.secrets.contains { $0.name == "email/password" })
        for changed: [String: JSON] in [
            ["host": "other.example.org"], ["user": "bo"],
        ] {
            let refusal = bench.refusal(
                "house.set_sender",
                Self.settings(changed.merging(["password": .null]) { $1 }), by: Self.owner)
            expectEqual(refusal?.problems.map(\.field), ["password"])
        }
        var emptied = Self.settings()
        emptied["password"] = .null
        expectEqual(
            bench.refusal("house.set_sender", emptied, by: Self.owner)?.problems.map(\.field),
            ["password"])
        let open = try set(["user": .null, "password": .null])
        #expect(
            open.secrets.contains(SecretChange(name: "email/password", value: nil)))
    }

    @Test mutating func `runs a requested test in a connector, and reports it once`() throws {
        let test: [String: JSON] = ["channel": "email", "to": "ada@example.org"]
        expectEqual(bench.refusal("house.test_sender", test, by: Self.owner)?.code, .conflict)
        _ = try set()
        #expect(bench.board.connectors.isEmpty)
        let begun = try decide("house.test_sender", test)
        #expect(begun.kind == "sender_test_begun" && begun.data == ["channel": "email"])
        let rev = bench.carryOut(begun).rev
        #expect(row?["testedAt"] == nil)
        let connector = try #require(bench.board.connectors.first)
        #expect(connector.since == rev && connector.action == "house.note_test")
        expectEqual((connector.job as? MailTest)?.id, "main:k3f9:2:test")
        let refused = EffectFailure(code: "login_refused", status: 535)
        let told = try decideReport(rev, refused)
        expectEqual(told.secrets, [SecretChange(name: "email/to", value: nil)])
        bench.carryOut(told, actor: .hub)
        #expect(row?["ok"] == false && row?["error"] == "login_refused 535")
        #expect(row?["testedAt"]?.text != nil)
        #expect(bench.board.connectors.isEmpty)
        #expect(throws: Rejection.self) { try decideReport(rev) }
        // A later test replaces the current one.
        let second = bench.carryOut(try decide("house.test_sender", test)).rev
        let third = bench.carryOut(try decide("house.test_sender", test)).rev
        #expect(throws: Rejection.self) { try decideReport(second) }
        bench.carryOut(try decideReport(third), actor: .hub)
        #expect(row?["ok"] == true && row?["error"] == nil)
        // Other settings need another test.
        _ = try set(["port": 25])
        #expect(row?["ok"] == nil && row?["testedAt"] == nil)
    }

    @Test mutating func `removes the secrets and the test along with the sender`() throws {
        let clear: [String: JSON] = ["channel": "email"]
        let early = bench.refusal("house.clear_sender", clear, by: Self.owner)
        expectEqual(early?.code, .conflict)
        expectEqual(
            early?.message, "The house can't send mail yet; an owner sets it up on the owner's page"
        )
        _ = try set()
        bench.carryOut(
            try decide("house.test_sender", ["channel": "email", "to": "ada@example.org"]))
        let decision = try decide("house.clear_sender", clear)
        expectEqual(decision.kind, "sender_cleared")
        #expect(decision.secrets.allSatisfy { $0.value == nil })
        expectEqual(decision.secrets.map(\.name), ["email/server", "email/password", "email/to"])
        bench.carryOut(decision)
        #expect(row == nil && bench.board.connectors.isEmpty)
    }

    @Test mutating func `saves the sender and its test`() throws {
        _ = try set(["allowPrivate": true])
        bench.carryOut(
            try decide("house.test_sender", ["channel": "email", "to": "ada@example.org"]))
        bench.carryOut(try decideReport(2, .timedOut), actor: .hub)
        bench.carryOut(
            try decide("house.test_sender", ["channel": "email", "to": "ada@example.org"]))
        var writer = StateWriter()
        bench.board.save(to: &writer)
        var restored = bench.empty
        var reader = StateReader(writer.bytes)
        try restored.restore(from: &reader)
        expectEqual(restored.email, bench.board.email)
        expectEqual(restored.connectors, bench.board.connectors)
    }

    @Test mutating func `lets a board send mail only if the house has a sender`() throws {
        #expect(throws: Rejection.self) {
            try House.mailSender(in: BoardStates([bench.board]))
        }
        _ = try set()
        let sender = try House.mailSender(in: BoardStates([bench.board]))
        let effect = sender.effect(
            of: Letter(subject: "Dinner", text: "At eight."),
            to: try #require(MailAddress("ada@example.org")), lane: "r_1.0",
            lifetime: .seconds(60))
        expectEqual(effect.target, "mail:r_1.0")
        expectEqual(effect.data, ["name": "Da Ada", "subject": "Dinner", "text": "At eight."])
        expectEqual(effect.sealed, ["to": "ada@example.org"])
    }
}
