import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import HouseBoard

/// The boards that the owner has switched on.
@Suite struct BoardsInUseTests {
    private static let now = VenueHistory.start
    private static let screen = ClientID(number: 2)

    private var venue = BoardRegistry.withBookings.emptyVenue()
    private var events: [Event] = []

    @Test func `uses the chosen boards of a new venue, and those that are always on`() {
        var record = VenueRecord.ofTests()
        record.settings = VenueProfile.initial(labels: .full, boards: [])
        let venue = Venue.empty(record, boards: .withBookings)
        #expect(!venue.uses("booking"))
        #expect(venue.uses("waitlist"))
        #expect(BoardRegistry.withBookings.emptyVenue().uses("booking"))
    }

    @Test func `rejects a list with an unknown board`() throws {
        try expectEqual(BoardRegistry.alwaysOn.chosen("waitlist, notice "), ["waitlist", "notice"])
        try expectEqual(BoardRegistry.alwaysOn.chosen(""), [])
        let error = #expect(throws: UnknownBoard.self) {
            try BoardRegistry.alwaysOn.chosen("notice,orchard")
        }
        expectEqual(
            error?.description, "There is no board orchard; there are waitlist, notice, house.")
    }

    /// Returns the durable result of a mutation by the owner.
    private mutating func ask(
        _ action: String, _ arguments: [String: JSON]
    ) -> (refusal: Rejection?, told: [JSON]) {
        let mutation = Mutation(
            id: "m\(venue.decidedRev)", action: action, arguments: arguments)
        var actions = venue.mutate(
            mutation, of: ClientID(number: 1), by: VenueHistory.owner, at: Self.now)
        if let batch = venue.takeBatch() {
            events += batch.entries.map(\.event)
            actions += venue.show(batch, at: Self.now)
        }
        return (actions.lazy.compactMap(Self.refusal).first, Self.told(actions))
    }

    private static func refusal(_ action: Action) -> Rejection? {
        if case .send(_, .reject(_, let rejection)) = action { rejection } else { nil }
    }

    /// Returns the messages to the screen.
    private static func told(_ actions: [Action]) -> [JSON] {
        actions.compactMap { action in
            guard case .send(screen, let message) = action else { return nil }
            return try? JSON(parsing: message.bytes)
        }
    }

    private mutating func subscribe() -> [JSON] {
        let message: JSON = ["type": "subscribe", "view": "booking/host"]
        return Self.told(venue.receive(message.canonical, from: Self.screen, at: Self.now))
    }

    private var settings: JSON? { venue.document(of: "house/settings")?["venue"] }

    @Test mutating func `uses every board until the owner chooses`() {
        #expect(settings?["boards"] == ["booking"])
        expectNil(ask("booking.make", ["name": "Ada"]).refusal)
        expectNil(ask("house.configure", ["boards": []]).refusal)
        #expect(settings?["boards"] == [])
        expectNil(ask("house.configure", ["boards": ["booking"]]).refusal)
        #expect(settings?["boards"] == ["booking"])
    }

    @Test mutating func `rejects actions and arguments of a board that is off as unknown`() {
        _ = ask("booking.make", ["name": "Ada"])
        _ = ask("house.configure", ["boards": []])
        expectEqual(ask("booking.make", ["name": "Bo"]).refusal?.code, .unknownAction)
        let added = ask("waitlist.add", ["name": "Ada", "size": 2, "booking": "b_1"])
        expectEqual(
            added.refusal?.problems,
            [
                Problem(field: "booking", Reason(.unknownField))
            ])
        expectNil(ask("waitlist.add", ["name": "Ada", "size": 2]).refusal)
        let seated = ask("waitlist.seat", ["party": "p_3", "table": "window"])
        expectNil(seated.refusal)
        let refused = Mutation(id: "m", action: "booking.make", arguments: ["name": "Ada"])
        expectEqual(venue.arguments(of: refused, maskedFor: .engineer), ["name": "•••"])
    }

    @Test mutating func `ends the views of a board that is switched off, even watched ones`() {
        _ = venue.connect(Self.screen, as: VenueHistory.host, at: Self.now)
        expectEqual(subscribe().map { $0["type"] }, ["subscribed", "snapshot", "live"])
        let told = ask("house.configure", ["boards": []]).told
        expectEqual(told.map { $0["type"] }, ["error"])
        #expect(told.first?["code"] == "not_found" && told.first?["view"] == "booking/host")
        expectEqual(subscribe().map { $0["code"] }, ["not_found"])
        #expect(throws: ViewRefusal.self) {
            try venue.read("booking/host", by: VenueHistory.host)
        }
        #expect(venue.subscriptions(of: Self.screen).isEmpty)
        _ = ask("house.configure", ["boards": ["booking"]])
        expectEqual(subscribe().map { $0["type"] }, ["subscribed", "snapshot", "live"])
    }

    @Test mutating func `shows every event on a board that is switched on again`() {
        _ = ask("booking.make", ["name": "Ada"])
        _ = ask("waitlist.add", ["name": "Ada", "size": 2, "booking": "b_1"])
        _ = ask("house.configure", ["boards": []])
        _ = ask("waitlist.undo", ["rev": 2])
        _ = ask("house.configure", ["boards": ["booking"]])
        let rows = venue.document(of: "booking/host")?["bookings"]
        expectEqual(rows, ["b_1": ["name": "Ada"]])
    }

    @Test mutating func `keeps a board off after a snapshot and a replay`() throws {
        _ = ask("house.configure", ["boards": []])
        var restored = BoardRegistry.withBookings.emptyVenue()
        try restored.restore(from: StateReader(venue.savedState()))
        var replayed = BoardRegistry.withBookings.emptyVenue()
        replayed.replay { apply in for event in events { apply(event) } }
        for opened in [restored, replayed] {
            venue = opened
            expectEqual(ask("booking.make", ["name": "Bo"]).refusal?.code, .unknownAction)
            #expect(settings?["boards"] == [])
        }
    }

    @Test(
        arguments: [
            (["tables"], "Boards must be a list of booking, each once"),
            (["booking", "waitlist"], "Boards must be a list of booking, each once"),
            (["booking", "booking"], "Boards must be a list of boards, each once"),
            ("booking", "Boards must be a list of boards, each once"),
            (.null, "Boards is a required field."),
        ] as [(JSON, String)])
    mutating func `rejects an unknown board`(boards: JSON, message: String) {
        expectEqual(
            ask("house.configure", ["boards": boards]).refusal?.problems.map(\.message), [message])
    }

    @Test mutating func `offers no choice without optional boards`() {
        venue = BoardRegistry.alwaysOn.emptyVenue()
        #expect(settings?["boards"] == nil)
        expectEqual(
            ask("house.configure", ["boards": []]).refusal?.problems,
            [
                Problem(field: "boards", Reason(.unknownField))
            ])
    }

    @Test func `checks the chosen boards in an import`() {
        let record = venue.record
        let house = House(venue: record, dependencies: .none)
        expectNil(house.fault(in: ["boards": ["booking"]]))
        expectEqual(house.fault(in: ["boards": "booking"]), "its boards are invalid")
    }
}
