import JSON
import Sync
import Testing

@testable import Boards

/// A board that extends another's actions, and decides by what another knows.
@Suite struct ExtensionTests {
    private static let host = Principal(role: .host, device: "d_1")
    private static let now = VenueHistory.start

    private var venue = BoardRegistry.withBookings.emptyVenue()
    private var events: [Event] = []

    /// What a mutation is answered with, when it is durable.
    private mutating func ask(
        _ action: String, _ arguments: [String: JSON], id: String? = nil
    ) -> Rejection? {
        let mutation = Mutation(
            id: id ?? "m\(venue.decidedRev)", action: action, arguments: arguments)
        let actions = venue.mutate(
            mutation, of: ClientID(number: 1), by: Self.host, at: Self.now)
        if let batch = venue.takeBatch() {
            events += batch.entries.map(\.event)
            while venue.journaled(batch) != nil {}
        }
        for case .send(_, .reject(_, let rejection)) in actions { return rejection }
        return nil
    }

    private func row(_ party: String, in member: String = "parties") -> JSON? {
        venue.document(of: "waitlist/host")?[member]?[party]
    }

    private func booking(_ id: String) -> JSON? {
        venue.document(of: "booking/host")?["bookings"]?[id]
    }

    /// Ada has booked, as b_1, and comes as p_2.
    private mutating func begin() {
        #expect(ask("booking.make", ["name": "Ada"]) == nil)
        #expect(ask("waitlist.add", ["name": "Ada", "size": 2, "booking": "b_1"]) == nil)
    }

    @Test mutating func `what a board adds stands in the event and in the row, and it hears of it`()
    {
        begin()
        #expect(events.last?.extras == ["booking": "b_1"])
        #expect(row("p_2")?["booking"] == "b_1")
        #expect(row("p_2")?["name"] == "Ada")
        #expect(booking("b_1") == ["name": "Ada", "party": "p_2"])
        // Neither the screens nor the guest learn of it.
        #expect(
            venue.document(of: "waitlist/display")?["parties"]?["p_2"]?["booking"] == nil)
        let own = venue.board(Waitlist.self)?.personalDocument(
            view: "waitlist/guest", subject: .party("p_2"))
        #expect(own?.document["party"]?["booking"] == nil)
    }

    @Test func `where the board is not, its argument is unknown`() {
        var venue = BoardRegistry.shipped.emptyVenue()
        let mutation = Mutation(
            id: "m", action: "waitlist.add",
            arguments: ["name": "Ada", "size": 2, "booking": "b_1"])
        let actions = venue.mutate(
            mutation, of: ClientID(number: 1), by: Self.host, at: Self.now)
        guard case .send(_, .reject(_, let rejection)) = actions.first else {
            Issue.record("it was accepted")
            return
        }
        #expect(
            rejection.problems == [
                Problem(field: "booking", Reason(.unknownField))
            ])
    }

    @Test mutating func `it judges after the action's own board, and may refuse`() {
        begin()
        let twice = ask("waitlist.add", ["name": "Ada", "size": 2, "booking": "b_1"])
        #expect(twice?.code == .conflict)
        let unknown = ask("waitlist.add", ["name": "Bo", "size": 2, "booking": "b_9"])
        #expect(unknown?.code == .notFound)
        let bad = ask("waitlist.add", ["name": "Bo", "size": 2, "booking": 7])
        #expect(bad?.problems.map(\.field) == ["booking"])
        let worse = ask("waitlist.add", ["name": "Bo", "size": 0, "booking": "b_9"])
        #expect(worse?.problems.map(\.field) == ["size"])
        // An argument of the other board, with a judgement of this one.
        #expect(ask("booking.make", ["name": "Cy"]) == nil)
        let kept = ask("waitlist.seat", ["party": "p_2", "table": "window"])
        #expect(kept?.code == .conflict)
        #expect(ask("waitlist.seat", ["party": "p_2", "table": "bar"]) == nil)
    }

    @Test mutating func `it is kept with the party, whatever becomes of it`() throws {
        begin()
        #expect(ask("waitlist.edit", ["party": "p_2", "size": 5]) == nil)
        #expect(row("p_2")?["booking"] == "b_1")
        #expect(ask("waitlist.undo", ["rev": 3]) == nil)
        #expect(row("p_2")?["booking"] == "b_1" && row("p_2")?["size"] == 2)
        #expect(ask("waitlist.seat", ["party": "p_2"]) == nil)
        #expect(row("p_2", in: "gone")?["booking"] == "b_1")
        #expect(ask("waitlist.restore", ["party": "p_2"]) == nil)
        #expect(row("p_2")?["booking"] == "b_1")
        var restored = BoardRegistry.withBookings.emptyVenue()
        try restored.restore(from: StateReader(venue.savedState()))
        #expect(
            restored.document(of: "waitlist/host") == venue.document(of: "waitlist/host"))
        venue = restored
        #expect(ask("waitlist.edit", ["party": "p_2", "size": 3]) == nil)
        #expect(row("p_2")?["booking"] == "b_1" && row("p_2")?["size"] == 3)
    }

    @Test mutating func `an undo of the other board's event is heard as well`() {
        begin()
        #expect(ask("waitlist.undo", ["rev": 2]) == nil)
        #expect(row("p_2") == nil)
        #expect(booking("b_1") == ["name": "Ada"])
        #expect(ask("waitlist.undo", ["rev": 3]) == nil)
        #expect(row("p_2")?["booking"] == "b_1")
        #expect(booking("b_1") == ["name": "Ada", "party": "p_2"])
    }

    @Test mutating func `a board decides by what another knows at that moment`() {
        #expect(ask("booking.thank", ["party": "p_1"])?.code == .notFound)
        let add = Mutation(
            id: "a", action: "waitlist.add", arguments: ["name": "Ada", "size": 2])
        let thank = Mutation(id: "t", action: "booking.thank", arguments: ["party": "p_1"])
        // Decided, and not durable yet.
        _ = venue.mutate(add, of: ClientID(number: 1), by: Self.host, at: Self.now)
        let actions = venue.mutate(thank, of: ClientID(number: 1), by: Self.host, at: Self.now)
        #expect(actions.isEmpty)
        #expect(venue.decidedRev == 2)
        #expect(BoardStates()[Waitlist.self] == nil)
    }

    @Test mutating func `an added argument counts in what makes a repeated request the same`() {
        #expect(ask("booking.make", ["name": "Ada"]) == nil)
        let add = { (booking: JSON) in
            Mutation(
                id: "a", action: "waitlist.add",
                arguments: ["name": "Ada", "size": 2, "booking": booking])
        }
        _ = venue.mutate(add("b_1"), of: ClientID(number: 1), by: Self.host, at: Self.now)
        let actions = venue.mutate(
            add("b_2"), of: ClientID(number: 1), by: Self.host, at: Self.now)
        guard case .send(_, .reject(_, let rejection)) = actions.first else {
            Issue.record("it was accepted")
            return
        }
        #expect(rejection.code == .idReused)
    }

    @Test mutating func `an engineer reads what was given for it, as it is not personal`() {
        let refused = Mutation(
            id: "m", action: "waitlist.add",
            arguments: ["booking": "b_9", "phone": "+12015550123", "colour": "red"])
        #expect(
            venue.arguments(of: refused, maskedFor: .engineer)
                == ["booking": "b_9", "phone": "•••", "colour": "•••"])
    }

    @Test func `of an argument of another type engineers see that it was there`() {
        let refused = Mutation(
            id: "m", action: "waitlist.edit",
            arguments: [
                "party": ["name": "Ada"], "name": ["Ada"], "tags": ["window"],
                "size": "+12015550123", "was": ["phne": "+12015550123", "size": 2],
            ])
        #expect(
            venue.arguments(of: refused, maskedFor: .engineer) == [
                "party": "•••", "name": "•••", "tags": ["window"], "size": "•••",
                "was": "•••",
            ])
        #expect(
            venue.arguments(of: refused, maskedFor: .owner) == .object(refused.arguments))
    }

    @Test func `what any guest may do is permitted by any ticket, and not by the join link`() {
        let thank = Mutation(id: "m", action: "booking.thank", arguments: ["party": "p_1"])
        let guest = Principal(guestOf: .party("p_2"))
        #expect(BookingBoard().permits(thank, by: guest))
        #expect(!BookingBoard().permits(thank, by: Principal(joinLink: "j_1")))
        let make = Mutation(id: "m", action: "booking.make", arguments: ["name": "Ada"])
        #expect(!BookingBoard().permits(make, by: guest))
    }

    @Test mutating func `its events are imported where the board is, and nowhere else`() {
        begin()
        #expect(ask("waitlist.undo", ["rev": 2]) == nil)
        #expect(ask("waitlist.undo", ["rev": 3]) == nil)
        var boards = ImportedBoards(BoardRegistry.withBookings.boards(for: venue.record))
        #expect(events.compactMap { boards.take($0) }.isEmpty)
        var few = ImportedBoards(BoardRegistry.shipped.boards(for: venue.record))
        #expect(few.take(events[0]) == "this version knows no board of that name")
        #expect(
            few.take(events[1])
                == "no board of this version keeps something of that name with a thing")
        var wrong = ImportedBoards(BoardRegistry.withBookings.boards(for: venue.record))
        #expect(wrong.take(events[0]) == nil)
        var event = events[1]
        event.data = .object(
            (event.data.members ?? [:]).merging(["extras": ["booking": 7]]) { _, new in new })
        #expect(wrong.take(event) == "its booking is none")
    }

    @Test func `boards declare what fits together`() {
        for registry in [BoardRegistry.withBookings, BoardRegistry.shipped] {
            let actions = registry.modules.flatMap(\.declaration.actions)
            #expect(Set(actions.map(\.name)).count == actions.count)
            for added in registry.modules.flatMap(\.declaration.extensions) {
                let action = actions.first { $0.name == added.action }
                #expect(action != nil, "\(added.action)")
                for argument in added.arguments {
                    #expect(action?.argument(argument.name) == nil, "\(argument.name)")
                    #expect(!argument.isPersonal, "\(argument.name)")
                }
            }
        }
    }

    @Test mutating func `a view that was made on demand is no part of a saved state`() throws {
        _ = ask("booking.make", ["name": "Ada"])
        let client = ClientID(number: 9)
        _ = venue.connect(client, as: Self.host, at: Self.now)
        let message: JSON = ["type": "subscribe", "view": "booking/found"]
        _ = venue.receive(message.canonical, from: client, at: Self.now)
        #expect(venue.subscriptionCounts == ["booking/found": 1])
        var restored = BoardRegistry.withBookings.emptyVenue()
        try restored.restore(from: StateReader(venue.savedState()))
        #expect(restored.rev == venue.rev)
        #expect(restored.savedState() == venue.savedState())
    }
}
