import BoardKit
import JSON
import NearbyBoard
import Sync
import TestSupport
import Testing

@Suite struct NearbyMailTests {
    private var bench = NearbyBench()
    private let round: String

    private static let addresses = ["ada@example.org", "bo+lunch@example.org"]

    /// Opens a round with two places in a house that sends mail.
    init() throws {
        try bench.setSender()
        round = try bench.open("Lunch & \"more\"")
        for (name, more) in [("Ada’s <b>", ["address": "1 Main St"]), ("日本", [:])]
            as [(String, [String: JSON])]
        {
            _ = try bench.choose(try bench.add(name, more), in: round)
        }
    }

    private func arguments(_ to: [String]) -> [String: JSON] {
        ["round": .string(round), "to": .array(to.map(JSON.string))]
    }

    @discardableResult
    private mutating func mail(_ to: [String] = Self.addresses) throws -> [Effect] {
        let count = bench.effects.count
        try bench.ask("mail", arguments(to))
        return Array(bench.effects.dropFirst(count))
    }

    /// Reports the result of a letter as the courier does.
    private mutating func report(_ effect: Effect, _ state: EffectReport.State) throws {
        let outcome = try #require(effect.outcome)
        try bench.ask(
            outcome.action, outcome.arguments, by: .hub,
            effect: EffectReport(
                id: "main:k3f9:7:0", target: effect.target, state: state, since: bench.now,
                tryCount: 1))
    }

    /// The state and the count of the round's row.
    private var shown: String? {
        guard let mail = bench.round(round)?["mail"] else { return nil }
        return "\(mail["state"]?.text ?? "") \(mail["count"]?.integer ?? -1)"
    }

    @Test mutating func `each address gets its own letter, and no event contains one`() throws {
        let effects = try mail()
        expectEqual(effects.map { $0.sealed?["to"]?.text }, Self.addresses)
        expectEqual(Set(effects.map(\.target)).count, 2)
        for effect in effects {
            expectEqual(effect.data["name"], "Da Ada")
            expectEqual(effect.data["subject"], "Lunch & \"more\"")
            expectEqual(effect.data["text"], "Lunch & \"more\"\n1) Ada’s <b> @ 1 Main St\n2) 日本")
            expectEqual(effect.data["html"]?.text?.contains("Ada’s &lt;b&gt; @ 1 Main St"), true)
            #expect(!effect.data.canonicalText.contains("@example.org"))
        }
        expectEqual(bench.events.last?.kind, "mailed")
        expectEqual(bench.events.last?.data, ["count": 2])
        #expect(!bench.events.map(\.data.canonicalText).joined().contains("ada@example.org"))
        // A repeated address gets one letter.
        try expectEqual(mail(["ada@example.org", " ada@example.org "]).count, 1)
    }

    @Test mutating func `the row shows waiting letters, then failed ones, then sent ones`() throws {
        expectNil(shown)
        let effects = try mail()
        expectEqual(shown, "waiting 2")
        try report(effects[0], .dead)
        expectEqual(shown, "waiting 1")
        expectEqual(bench.events.last?.kind, "mail_failed")
        try report(effects[1], .done)
        expectEqual(shown, "failed 1")
        expectEqual(bench.events.last?.kind, "mail_sent")
        expectEqual(bench.events.last?.subject, round)
        expectEqual(bench.round(round)?["mail"]?["at"]?.text, bench.events.last?.at.description)
        // The owner retries it.
        try report(effects[0], .done)
        expectEqual(shown, "sent 2")
        #expect(throws: Rejection.self) { try report(effects[0], .dead) }
        // Counting starts again with the next letters, also in a closed round.
        try bench.close(round)
        let more = try mail(["cy@example.org"])
        try report(more[0], .dropped)
        expectEqual(shown, "failed 1")
        expectEqual(bench.replayed().document("nearby/host"), bench.document("nearby/host"))
        try expectEqual(bench.restored().document("nearby/host"), bench.document("nearby/host"))
    }

    @Test mutating func `waiting letters count with those sent later`() throws {
        let first = try mail()
        let second = try mail(["cy@example.org"])
        expectEqual(shown, "waiting 3")
        for effect in first + second { try report(effect, .done) }
        expectEqual(shown, "sent 3")
    }

    @Test mutating func `the letter about a decided round has only the chosen place`() throws {
        let options = bench.round(round)?["options"]?.members?.keys.sorted() ?? []
        try bench.ask("close", ["round": .string(round), "option": .string(options[1])])
        try expectEqual(mail()[0].data["text"], "Lunch & \"more\"\n1) 日本")
    }

    @Test mutating func `a letter about a place from Yelp contains only its page`() throws {
        try bench.ask("configure", ["source": "yelp", "yelpKey": "key"], by: NearbyBench.owner)
        let other = try bench.open("Dinner")
        try bench.ask("choose", ["round": .string(other), "ref": "yelp:some-place"])
        let count = bench.effects.count
        try bench.ask("mail", ["round": .string(other), "to": ["ada@example.org"]])
        expectEqual(
            bench.effects[count].data["text"], "Dinner\n1) https://www.yelp.com/biz/some-place")
    }

    @Test mutating func `a guest’s document does not mention letters`() throws {
        let guest = NearbyBench.guest(of: round)
        let before = bench.message("nearby/round", by: guest)
        try report(try mail()[0], .done)
        expectEqual(bench.message("nearby/round", by: guest), before)
    }

    @Test mutating func `letters and their reports can't be undone`() throws {
        let effects = try mail()
        expectEqual(bench.code("undo", ["rev": JSON(bench.rev)]), .conflict)
        try report(effects[0], .done)
        expectEqual(bench.code("undo", ["rev": JSON(bench.rev)]), .conflict)
    }

    @Test
    mutating func `conflicts without a mail sender, or with too many letters under way`() throws {
        let many = (1...20).map { "\($0)@example.org" }
        for _ in 1...5 { try mail(many) }
        expectEqual(
            bench.message(of: "mail", arguments(["ada@example.org"])),
            "At most 100 letters about a round can be on their way")
        try bench.ask("house.clear_sender", ["channel": "email"], by: NearbyBench.owner)
        let refusal = bench.refusal("mail", arguments(["ada@example.org"]))
        expectEqual(refusal?.code, .conflict)
        expectEqual(
            refusal?.message,
            "The house can't send mail yet; an owner sets it up on the owner's page")
    }

    @Test func `a letter goes to 1 to 20 addresses and is about an existing round`() {
        expectEqual(bench.sentences("mail", ["round": .string(round)]), ["To is a required field."])
        let many = (1...21).map { "\($0)@example.org" }
        for to in [
            [], .array(many.map(JSON.string)), ["ada"], ["ada@example.org", 7], "ada@example.org",
        ]
            as [JSON]
        {
            expectEqual(
                bench.sentences("mail", ["round": .string(round), "to": to]),
                ["To must be 1 to 20 e-mail addresses"])
        }
        expectEqual(bench.code("mail", ["round": "r_zz", "to": ["ada@example.org"]]), .notFound)
        expectNil(bench.code("mail", arguments(Self.addresses)))
        for principal in [
            NearbyBench.screen, NearbyBench.engineer, NearbyBench.guest(of: round),
        ] {
            let code = bench.refusal("mail", arguments(Self.addresses), by: principal)?.code
            expectEqual(code, .forbidden)
        }
    }
}
