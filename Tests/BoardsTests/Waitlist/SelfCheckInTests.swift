import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import WaitlistBoard

/// Guests who use the venue's join link.
@Suite struct SelfCheckInTests {
    private static let now = VenueHistory.start
    private static let sender = ClientID(number: 1)

    private static func newcomer(_ link: String) -> Principal {
        Principal(joinLink: link)
    }

    private var venue: Venue

    init() {
        // The limits are lower than the default, to use them up fast: 200 at once, and one a
        // second.
        var limits = VenueLimits.standard
        limits.joins = RateLimit(perMinute: 60, credit: 200)
        venue = .empty(.ofTests(labels: .firstInitial), limits: limits)
        _ = venue.connect(Self.sender, as: VenueHistory.owner, at: Self.now)
    }

    /// Returns the answer to a mutation, once it is durable.
    private mutating func ask(
        _ action: String, _ arguments: [String: JSON],
        by principal: Principal = VenueHistory.owner, from network: Int? = nil,
        at now: Instant = Self.now
    ) -> ServerMessage? {
        let mutation = Mutation(
            id: "m\(venue.decidedRev)", action: action, arguments: arguments)
        var actions = venue.mutate(
            mutation, of: Self.sender, by: principal,
            from: network.map { ClientNetwork(hashing: $0) }, at: now)
        if let batch = venue.takeBatch() {
            actions += venue.show(batch, at: now)
        }
        return actions.lazy.compactMap { action in
            if case .send(_, let message) = action { message } else { nil }
        }.first
    }

    private mutating func join(
        _ link: String, _ arguments: [String: JSON] = ["name": "Ada Lovelace", "size": 2],
        from network: Int? = nil, at now: Instant = Self.now
    ) -> ServerMessage? {
        ask("waitlist.add", arguments, by: Self.newcomer(link), from: network, at: now)
    }

    private func refusal(_ answer: ServerMessage?) -> RejectCode? {
        if case .reject(_, let rejection) = answer { rejection.code } else { nil }
    }

    private mutating func configure(_ selfCheckIn: String) {
        _ = ask("house.configure", ["selfCheckIn": .string(selfCheckIn)])
    }

    private var settings: JSON? { venue.document(of: "house/settings")?["venue"] }
    private var display: Document? { venue.document(of: "waitlist/display") }

    @Test mutating func `refuses guests unless the owner enables self check-in`() {
        #expect(settings?["selfCheckIn"] == "off")
        #expect(settings?["joinLink"] == nil)
        expectEqual(refusal(join("j_1")), .forbidden)
        configure("confirm")
        #expect(settings?["joinLink"] == "j_1")
        expectEqual(refusal(join("j_2")), .forbidden)
        expectNil(refusal(join("j_1")))
        configure("off")
        expectEqual(refusal(join("j_1")), .forbidden)
        #expect(display?["venue"]?["joinLink"] == nil)
    }

    @Test mutating func `lets a guest wait for confirmation, or join directly`() {
        configure("confirm")
        guard case .ack(let joined) = join("j_1") else {
            Issue.record("nobody could join")
            return
        }
        expectEqual(joined.result, ["party": "p_2", "number": 1, "ticket": "ticket of p_2"])
        #expect(venue.document(of: "waitlist/host")?["parties"]?["p_2"]?["status"] == "pending")
        #expect(display?["parties"] == [:])
        _ = ask("waitlist.confirm", ["party": "p_2"])
        #expect(display?["parties"]?["p_2"]?["label"] == "Ada L.")
        configure("direct")
        _ = join("j_1", ["name": "Bo", "size": 4, "phone": "+39 06 1234 5678", "notes": "a pram"])
        #expect(display?["parties"]?["p_5"]?["status"] == "waiting")
        #expect(venue.document(of: "waitlist/host")?["parties"]?["p_5"]?["notes"] == "a pram")
    }

    @Test mutating func `permits a newcomer only to join, and not to add notes`() {
        configure("direct")
        let tagged = join("j_1", ["name": "Bo", "size": 4, "tags": ["VIP"]])
        expectEqual(refusal(tagged), .invalid)
        for action in ["waitlist.cancel", "waitlist.seat", "notice.post", "house.configure"] {
            let answer = ask(action, ["party": "p_2"], by: Self.newcomer("j_1"))
            expectEqual(refusal(answer), .forbidden)
        }
        // A guest with a ticket can't join a second time.
        let guest = Principal(guestOf: .party("p_2"))
        expectEqual(refusal(ask("waitlist.add", ["name": "Bo"], by: guest)), .forbidden)
    }

    @Test mutating func `returns no ticket when another's request is repeated`() {
        configure("direct")
        let asked: [String: JSON] = ["name": "Ada Lovelace", "size": 2]
        let mutation = Mutation(id: "hers", action: "waitlist.add", arguments: asked)
        _ = venue.mutate(mutation, of: Self.sender, by: VenueHistory.owner, at: Self.now)
        let actions = venue.mutate(
            mutation, of: Self.sender, by: Self.newcomer("j_1"), at: Self.now)
        #expect(
            actions.contains { action in
                guard case .send(_, .reject(_, let rejection)) = action else { return false }
                return rejection.code == .idReused
            })
    }

    /// Repeats a request to join. Returns the answer to the guest, and the mutations that followers
    /// of the events get.
    private mutating func joinAgain(
        id: String, secret: String?
    ) -> (answer: RejectCode?, told: [Mutation]) {
        var arguments: [String: JSON] = ["name": "Ada Lovelace", "size": 2]
        if let secret { arguments["secret"] = .string(secret) }
        let actions = venue.mutate(
            Mutation(id: id, action: "waitlist.add", arguments: arguments), of: Self.sender,
            by: Self.newcomer("j_1"), at: Self.now)
        var answer: RejectCode?
        var told: [Mutation] = []
        for action in actions {
            if case .send(_, let message) = action { answer = refusal(message) }
            if case .rejected(let mutation, _, _, _) = action { told.append(mutation) }
        }
        return (answer, told)
    }

    @Test mutating func `repeats the answer for the request's secret, and not for its id alone`() {
        configure("direct")
        let secret = "only-this-phone-knows"
        expectNil(joinAgain(id: "hers", secret: secret).answer)
        for guess in [nil, "somebody-elses-secret"] {
            let (answer, told) = joinAgain(id: "hers", secret: guess)
            expectEqual(answer, .idReused)
            expectEqual(told.map(\.id), [""])
            expectEqual(told.map(\.arguments), [["name": "Ada Lovelace", "size": 2]])
        }
        expectNil(joinAgain(id: "hers", secret: secret).answer)
        let batch = venue.takeBatch()
        expectEqual(batch?.entries.count, 1)
        expectEqual(batch.map { "\($0.entries.map(\.event))".contains(secret) }, false)
        let acks = batch.flatMap { venue.journaled($0) }?.compactMap { action in
            if case .send(_, .ack(let ack)) = action { ack } else { nil }
        }
        expectEqual(acks?.map(\.isReplayed), [false, true])
        expectEqual(acks?.first?.result, acks?.last?.result)
    }

    @Test(arguments: ["tags", "table", "telephone", "was"])
    mutating func `masks arguments that a newcomer may not give`(
        field: String
    ) {
        configure("direct")
        let actions = venue.mutate(
            Mutation(
                id: "hers", action: "waitlist.add",
                arguments: ["name": "Ada", "size": 2, "phone": "+39 06 1", field: ["+39 06 2"]]),
            of: Self.sender, by: Self.newcomer("j_1"), at: Self.now)
        let told = actions.compactMap { action in
            if case .rejected(let mutation, _, _, _) = action { mutation.arguments } else { nil }
        }
        // Phone numbers are masked for readers without permission to see them.
        expectEqual(told, [["name": "Ada", "size": 2, "phone": "+39 06 1", field: "•••"]])
    }

    @Test mutating func `reveals no secret and no newcomer's id when the journal fails`() {
        configure("direct")
        _ = joinAgain(id: "hers", secret: "only-this-phone-knows")
        let told = venue.takeBatch().map { venue.journalFailed($0) }?.compactMap { action in
            if case .rejected(let mutation, _, _, _) = action { mutation } else { nil }
        }
        expectEqual(told?.map(\.id), [""])
        expectEqual(told?.map(\.arguments), [["name": "Ada Lovelace", "size": 2]])
    }

    @Test func `has no id of a guest's request in events`() {
        let event = Event(
            rev: 2, at: Self.now, board: "waitlist", kind: "added", subject: "p_2", data: [:],
            actor: "guest:j_1", mutationID: "m1")
        expectNil(event.cloudEvent(venue: "main", epoch: "k3f9")["mutationid"])
        var own = event
        own.actor = "guest:p_2"
        expectEqual(own.cloudEvent(venue: "main", epoch: "k3f9")["mutationid"], "m1")
    }

    @Test mutating func `tells screens whether the labels are numbers`() {
        #expect(display?["venue"]?["labels"] == nil)
        _ = ask("house.configure", ["labels": "number"])
        #expect(display?["venue"]?["labels"] == "number")
        _ = ask("house.configure", ["labels": "initials"])
        #expect(display?["venue"]?["labels"] == nil)
    }

    @Test mutating func `replaces the old link by a new one on every screen`() {
        configure("direct")
        #expect(display?["venue"]?["joinLink"] == "j_1")
        _ = ask("house.renew_join_link", [:])
        #expect(display?["venue"]?["joinLink"] == "j_2")
        #expect(settings?["joinLink"] == "j_2")
        expectEqual(refusal(join("j_1")), .forbidden)
        expectNil(refusal(join("j_2")))
        // Switching it off and on keeps the link, so printed codes stay valid.
        configure("off")
        configure("confirm")
        #expect(settings?["joinLink"] == "j_2")
    }

    @Test mutating func `limits joins from one address, and not from others`() {
        configure("direct")
        for _ in 0..<60 { expectNil(refusal(join("j_1", from: 1))) }
        expectEqual(refusal(join("j_1", from: 1)), .rateLimited)
        expectNil(refusal(join("j_1", from: 2)))
        expectNil(refusal(join("j_1")))
        let later = Self.now.adding(milliseconds: 3_000)
        expectNil(refusal(join("j_1", from: 1, at: later)))
        expectEqual(refusal(join("j_1", from: 1, at: later)), .rateLimited)
        expectNil(refusal(ask("waitlist.add", ["name": "Ada", "size": 2], from: 1)))
    }

    @Test mutating func `limits joins from all addresses together`() {
        configure("direct")
        for number in 0..<200 { expectNil(refusal(join("j_1", from: number))) }
        expectEqual(refusal(join("j_1", from: 200)), .rateLimited)
        let later = Self.now.adding(milliseconds: 1_000)
        expectNil(refusal(join("j_1", from: 200, at: later)))
        expectEqual(refusal(join("j_1", from: 200, at: later)), .rateLimited)
        expectNil(refusal(ask("waitlist.add", ["name": "Ada", "size": 2])))
    }

    @Test mutating func `does not count refused requests against the limit`() {
        configure("direct")
        for _ in 0..<125 {
            expectEqual(refusal(join("j_1", ["name": "Ada"], from: 1)), .invalid)
            let answer = ask("waitlist.seat", [:], by: Self.newcomer("j_1"), from: 1)
            expectEqual(refusal(answer), .forbidden)
        }
        // Too many useless requests are answered with `rate_limited` only.
        expectEqual(refusal(join("j_1", [:], from: 1)), .rateLimited)
        for _ in 0..<60 { expectNil(refusal(join("j_1", from: 1))) }
        expectEqual(refusal(join("j_1", [:], from: 2)), .invalid)
    }

    @Test mutating func `limits the unconfirmed parties to those that a host can review`() {
        configure("confirm")
        for number in 0..<100 { expectNil(refusal(join("j_1", from: number % 2))) }
        expectEqual(refusal(join("j_1", from: 2)), .conflict)
        _ = ask("waitlist.confirm", ["party": "p_2"])
        expectNil(refusal(join("j_1", from: 2)))
    }

    @Test mutating func `limits the unconfirmed guests of one address`() {
        configure("confirm")
        for _ in 0..<50 { expectNil(refusal(join("j_1", from: 1))) }
        expectEqual(refusal(join("j_1", from: 1)), .conflict)
        expectNil(refusal(join("j_1", from: 2)))
        _ = ask("waitlist.cancel", ["party": "p_2"])
        expectNil(refusal(join("j_1", from: 1)))
        expectEqual(refusal(join("j_1", from: 1)), .conflict)
        // Direct joining has no limit of unconfirmed guests.
        configure("direct")
        expectNil(refusal(join("j_1", from: 1)))
    }

    @Test mutating func `shows the room's languages on its screens, and not to guests`()
        throws
    {
        configure("direct")
        _ = join("j_1")
        let guest = try #require(venue.personal("p_2"))
        _ = ask("house.configure", ["languages": ["it", "en"]])
        #expect(display?["venue"]?["languages"] == ["it", "en"])
        #expect(settings?["languages"] == ["it", "en"])
        expectEqual(venue.personal("p_2"), guest)
    }
}

extension Venue {
    fileprivate func personal(_ party: String) -> PersonalDocument? {
        board(Waitlist.self)?.personalDocument(view: "waitlist/guest", subject: .party(party))
    }
}
