import JSON
import Sync
import Testing

@testable import Boards

/// Guests who join by themselves, with the venue's join link.
@Suite struct SelfCheckInTests {
    private static let now = VenueHistory.start
    private static let sender = ClientID(number: 1)

    private static func newcomer(_ link: String) -> Principal {
        Principal(role: .guest, device: link)
    }

    private var venue: Venue

    init() {
        let record = VenueRecord(
            slug: "main", epoch: "k3f9", name: "Da Ada", timeZone: "Europe/Rome",
            labels: .firstInitial, createdAt: Self.now, ticketKey: [])
        venue = Venue(
            record: record,
            boards: [
                Waitlist(venue: record, ticket: { "ticket of \($0)" }), Notices(),
                House(venue: record, doors: .everyone),
            ], doors: VenueDoors(recall: { _ in nil }, digest: { $0 }))
        _ = venue.connect(Self.sender, as: VenueHistory.owner, at: Self.now)
    }

    /// What a mutation is answered with, when it is durable.
    private mutating func ask(
        _ action: String, _ arguments: [String: JSON],
        by principal: Principal = VenueHistory.owner, at now: Instant = Self.now
    ) -> ServerMessage? {
        let mutation = Mutation(
            id: "m\(venue.decidedRev)", action: action, arguments: arguments)
        var actions = venue.mutate(mutation, of: Self.sender, by: principal, at: now)
        if let batch = venue.takeBatch() {
            while let more = venue.journaled(batch) { actions += more }
        }
        return actions.lazy.compactMap { action in
            if case .send(_, let message) = action { message } else { nil }
        }.first
    }

    private mutating func join(
        _ link: String, _ arguments: [String: JSON] = ["name": "Ada Lovelace", "size": 2],
        at now: Instant = Self.now
    ) -> ServerMessage? {
        ask("waitlist.add", arguments, by: Self.newcomer(link), at: now)
    }

    private func refusal(_ answer: ServerMessage?) -> RejectCode? {
        if case .reject(_, let rejection) = answer { rejection.code } else { nil }
    }

    private mutating func configure(_ selfCheckIn: String) {
        _ = ask("house.configure", ["selfCheckIn": .string(selfCheckIn)])
    }

    private var settings: JSON? { venue.document(of: "house/settings")?["venue"] }
    private var display: Document? { venue.document(of: "waitlist/display") }

    @Test mutating func `nobody joins by themselves unless the owner wants it`() {
        #expect(settings?["selfCheckIn"] == "off")
        #expect(settings?["joinLink"] == nil)
        #expect(refusal(join("j_1")) == .forbidden)
        configure("confirm")
        #expect(settings?["joinLink"] == "j_1")
        #expect(refusal(join("j_2")) == .forbidden)
        #expect(refusal(join("j_1")) == nil)
        configure("off")
        #expect(refusal(join("j_1")) == .forbidden)
        #expect(display?["venue"]?["joinLink"] == nil)
    }

    @Test mutating func `who joins waits for a host's word, or waits at once`() {
        configure("confirm")
        guard case .ack(let joined) = join("j_1") else {
            Issue.record("nobody could join")
            return
        }
        #expect(joined.result == ["party": "p_2", "number": 1, "ticket": "ticket of p_2"])
        #expect(venue.document(of: "waitlist/host")?["parties"]?["p_2"]?["status"] == "pending")
        #expect(display?["parties"] == [:])
        _ = ask("waitlist.confirm", ["party": "p_2"])
        #expect(display?["parties"]?["p_2"]?["label"] == "Ada L.")
        configure("direct")
        _ = join("j_1", ["name": "Bo", "size": 4, "phone": "+39 06 1234 5678", "notes": "a pram"])
        #expect(display?["parties"]?["p_5"]?["status"] == "waiting")
        #expect(venue.document(of: "waitlist/host")?["parties"]?["p_5"]?["notes"] == "a pram")
    }

    @Test mutating func `a newcomer does nothing else, and remarks nothing`() {
        configure("direct")
        let tagged = join("j_1", ["name": "Bo", "size": 4, "tags": ["VIP"]])
        #expect(refusal(tagged) == .invalid)
        for action in ["waitlist.cancel", "waitlist.seat", "notice.post", "house.configure"] {
            let answer = ask(action, ["party": "p_2"], by: Self.newcomer("j_1"))
            #expect(refusal(answer) == .forbidden)
        }
        // Who has a place has no second one by its ticket.
        let guest = Principal(role: .guest, device: "p_2", party: "p_2")
        #expect(refusal(ask("waitlist.add", ["name": "Bo"], by: guest)) == .forbidden)
    }

    @Test mutating func `nobody gets another's ticket by asking once more with the join link`() {
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

    @Test
    mutating func `who joined gets the same answer again, and engineers no way to ask for it`() {
        configure("direct")
        _ = join("j_1")
        let event = Event(
            rev: 2, at: Self.now, board: "waitlist", kind: "added", subject: "p_2", data: [:],
            actor: "guest:j_1", mutationID: "m1")
        #expect(venue.event(event, maskedFor: .engineer).mutationID == nil)
        #expect(venue.event(event, maskedFor: .owner).mutationID == "m1")
        var own = event
        own.actor = "guest:p_2"
        #expect(venue.event(own, maskedFor: .engineer).mutationID == "m1")
    }

    @Test mutating func `a new link ends the old one, and shows on every screen`() {
        configure("direct")
        #expect(display?["venue"]?["joinLink"] == "j_1")
        _ = ask("house.renew_join_link", [:])
        #expect(display?["venue"]?["joinLink"] == "j_2")
        #expect(settings?["joinLink"] == "j_2")
        #expect(refusal(join("j_1")) == .forbidden)
        #expect(refusal(join("j_2")) == nil)
        // Switched off and on again it is the same one: what is printed stays good.
        configure("off")
        configure("confirm")
        #expect(settings?["joinLink"] == "j_2")
    }

    @Test mutating func `all together join so often only, whatever others do`() {
        configure("direct")
        for _ in 0..<60 { #expect(refusal(join("j_1")) == nil) }
        #expect(refusal(join("j_1")) == .rateLimited)
        let later = Self.now.adding(milliseconds: 3_000)
        #expect(refusal(join("j_1", at: later)) == nil)
        #expect(refusal(join("j_1", at: later)) == .rateLimited)
        #expect(refusal(ask("waitlist.add", ["name": "Ada", "size": 2])) == nil)
    }

    @Test mutating func `what comes to nothing keeps nobody from joining`() {
        configure("direct")
        for _ in 0..<100 {
            #expect(refusal(join("j_1", ["name": "Ada"])) == .invalid)
            #expect(refusal(ask("waitlist.seat", [:], by: Self.newcomer("j_1"))) == .forbidden)
        }
        for _ in 0..<40 { #expect(refusal(join("j_1")) == nil) }
        // Who asks for nothing at all so fast is refused all the same.
        let hasty = (0..<20).map { _ in refusal(join("j_1", [:])) }
        #expect(hasty.contains(.rateLimited))
    }

    @Test mutating func `no more wait to be confirmed than a host reads through`() {
        configure("confirm")
        for _ in 0..<50 { #expect(refusal(join("j_1")) == nil) }
        #expect(refusal(join("j_1")) == .conflict)
        _ = ask("waitlist.confirm", ["party": "p_2"])
        #expect(refusal(join("j_1")) == nil)
    }

    @Test mutating func `the room's languages show on its screens, and not in guests' documents`()
        throws
    {
        configure("direct")
        _ = join("j_1")
        let guest = try #require(venue.personal("p_2"))
        _ = ask("house.configure", ["languages": ["it", "en"]])
        #expect(display?["venue"]?["languages"] == ["it", "en"])
        #expect(settings?["languages"] == ["it", "en"])
        #expect(venue.personal("p_2") == guest)
    }
}

extension Venue {
    fileprivate func personal(_ party: String) -> PersonalDocument? {
        board(Waitlist.self)?.personalDocument(view: "waitlist/guest", party: party)
    }
}
