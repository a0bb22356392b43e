import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import WaitlistBoard

/// A board that extends another board's actions and reads its state.
@Suite struct ExtensionTests {
    private static let host = Principal(role: .host, device: "d_1")
    private static let now = VenueHistory.start

    private var venue = BoardRegistry.withBookings.emptyVenue()
    private var events: [Event] = []

    /// Returns the answer to a mutation, once it is durable.
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

    /// Adds the booking `b_1` of Ada and her party `p_2`.
    private mutating func begin() {
        expectNil(ask("booking.make", ["name": "Ada"]))
        expectNil(ask("waitlist.add", ["name": "Ada", "size": 2, "booking": "b_1"]))
    }

    @Test mutating func `puts an added argument into the event and the row, and informs its board`()
    {
        begin()
        expectEqual(events.last?.extras, ["booking": "b_1"])
        #expect(row("p_2")?["booking"] == "b_1")
        #expect(row("p_2")?["name"] == "Ada")
        expectEqual(booking("b_1"), ["name": "Ada", "party": "p_2"])
        // Screens and the guest don't see the booking.
        #expect(
            venue.document(of: "waitlist/display")?["parties"]?["p_2"]?["booking"] == nil)
        let own = venue.board(Waitlist.self)?.personalDocument(
            view: "waitlist/guest", subject: .party("p_2"))
        #expect(own?.document["party"]?["booking"] == nil)
    }

    @Test func `rejects an added argument as unknown without its board`() {
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
        expectEqual(
            rejection.problems,
            [
                Problem(field: "booking", Reason(.unknownField))
            ])
    }

    @Test mutating func `asks the extending board after the action's own, which may refuse`() {
        begin()
        let twice = ask("waitlist.add", ["name": "Ada", "size": 2, "booking": "b_1"])
        expectEqual(twice?.code, .conflict)
        let unknown = ask("waitlist.add", ["name": "Bo", "size": 2, "booking": "b_9"])
        expectEqual(unknown?.code, .notFound)
        let bad = ask("waitlist.add", ["name": "Bo", "size": 2, "booking": 7])
        expectEqual(bad?.problems.map(\.field), ["booking"])
        let worse = ask("waitlist.add", ["name": "Bo", "size": 0, "booking": "b_9"])
        expectEqual(worse?.problems.map(\.field), ["size"])
        // The extending board checks an argument of the other board.
        expectNil(ask("booking.make", ["name": "Cy"]))
        let kept = ask("waitlist.seat", ["party": "p_2", "table": "window"])
        expectEqual(kept?.code, .conflict)
        expectNil(ask("waitlist.seat", ["party": "p_2", "table": "bar"]))
    }

    @Test mutating func `keeps an added argument with its party in every state`() throws {
        begin()
        expectNil(ask("waitlist.edit", ["party": "p_2", "size": 5]))
        #expect(row("p_2")?["booking"] == "b_1")
        expectNil(ask("waitlist.undo", ["rev": 3]))
        #expect(row("p_2")?["booking"] == "b_1" && row("p_2")?["size"] == 2)
        expectNil(ask("waitlist.seat", ["party": "p_2"]))
        #expect(row("p_2", in: "gone")?["booking"] == "b_1")
        expectNil(ask("waitlist.restore", ["party": "p_2"]))
        #expect(row("p_2")?["booking"] == "b_1")
        var restored = BoardRegistry.withBookings.emptyVenue()
        try restored.restore(from: StateReader(venue.savedState()))
        expectEqual(restored.document(of: "waitlist/host"), venue.document(of: "waitlist/host"))
        venue = restored
        expectNil(ask("waitlist.edit", ["party": "p_2", "size": 3]))
        #expect(row("p_2")?["booking"] == "b_1" && row("p_2")?["size"] == 3)
    }

    @Test mutating func `tells the extending board about an undo`() {
        begin()
        expectNil(ask("waitlist.undo", ["rev": 2]))
        expectNil(row("p_2"))
        expectEqual(booking("b_1"), ["name": "Ada"])
        expectNil(ask("waitlist.undo", ["rev": 3]))
        #expect(row("p_2")?["booking"] == "b_1")
        expectEqual(booking("b_1"), ["name": "Ada", "party": "p_2"])
    }

    @Test mutating func `decides by another board's present state`() {
        expectEqual(ask("booking.thank", ["party": "p_1"])?.code, .notFound)
        let add = Mutation(
            id: "a", action: "waitlist.add", arguments: ["name": "Ada", "size": 2])
        let thank = Mutation(id: "t", action: "booking.thank", arguments: ["party": "p_1"])
        // The addition is decided, but not durable yet.
        _ = venue.mutate(add, of: ClientID(number: 1), by: Self.host, at: Self.now)
        let actions = venue.mutate(thank, of: ClientID(number: 1), by: Self.host, at: Self.now)
        #expect(actions.isEmpty)
        expectEqual(venue.decidedRev, 2)
        expectNil(BoardStates()[Waitlist.self])
    }

    @Test mutating func `includes an added argument in a mutation's fingerprint`() {
        expectNil(ask("booking.make", ["name": "Ada"]))
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
        expectEqual(rejection.code, .idReused)
    }

    @Test mutating func `shows an added argument to an engineer, because it is not personal`() {
        let refused = Mutation(
            id: "m", action: "waitlist.add",
            arguments: ["booking": "b_9", "phone": "+12015550123", "colour": "red"])
        expectEqual(
            venue.arguments(of: refused, maskedFor: .engineer),
            ["booking": "b_9", "phone": "•••", "colour": "•••"])
    }

    @Test func `shows engineers only the names of arguments of a wrong type`() {
        let refused = Mutation(
            id: "m", action: "waitlist.edit",
            arguments: [
                "party": ["name": "Ada"], "name": ["Ada"], "tags": ["window"],
                "size": "+12015550123", "was": ["phne": "+12015550123", "size": 2],
            ])
        expectEqual(
            venue.arguments(of: refused, maskedFor: .engineer),
            [
                "party": "•••", "name": "•••", "tags": "•••", "size": "•••",
                "was": "•••",
            ])
        expectEqual(venue.arguments(of: refused, maskedFor: .owner), .object(refused.arguments))
    }

    @Test func `permits an action of all guests with any ticket, but not with the join link`() {
        let thank = Mutation(id: "m", action: "booking.thank", arguments: ["party": "p_1"])
        let guest = Principal(guestOf: .party("p_2"))
        #expect(BookingBoard().permits(thank, by: guest))
        #expect(!BookingBoard().permits(thank, by: Principal(joinLink: "j_1")))
        let make = Mutation(id: "m", action: "booking.make", arguments: ["name": "Ada"])
        #expect(!BookingBoard().permits(make, by: guest))
    }

    @Test mutating func `imports an extended event only with its board`() {
        begin()
        expectNil(ask("waitlist.undo", ["rev": 2]))
        expectNil(ask("waitlist.undo", ["rev": 3]))
        var boards = ImportedBoards(BoardRegistry.withBookings.boards(for: venue.record))
        #expect(events.compactMap { boards.take($0) }.isEmpty)
        var few = ImportedBoards(BoardRegistry.shipped.boards(for: venue.record))
        expectEqual(few.take(events[0]), "this version knows no board of that name")
        expectEqual(
            few.take(events[1]),
            "no board of this version keeps something of that name with a thing")
        var wrong = ImportedBoards(BoardRegistry.withBookings.boards(for: venue.record))
        expectNil(wrong.take(events[0]))
        var event = events[1]
        event.data = .object(
            (event.data.members ?? [:]).merging(["extras": ["booking": 7]]) { _, new in new })
        expectEqual(wrong.take(event), "its booking is invalid")
    }

    @Test func `declares unique actions and arguments that fit together`() {
        for registry in [BoardRegistry.withBookings, BoardRegistry.shipped] {
            let actions = registry.modules.flatMap(\.declaration.actions)
            expectEqual(Set(actions.map(\.name)).count, actions.count)
            for added in registry.modules.flatMap(\.declaration.extensions) {
                let action = actions.first { $0.name == added.action }
                #expect(action != nil, "\(added.action)")
                for argument in added.arguments {
                    expectNil(action?.argument(argument.name), "\(argument.name)")
                    #expect(!argument.isPersonal, "\(argument.name)")
                }
            }
        }
    }

    @Test mutating func `has no views made on demand in a saved state`() throws {
        _ = ask("booking.make", ["name": "Ada"])
        let client = ClientID(number: 9)
        _ = venue.connect(client, as: Self.host, at: Self.now)
        _ = venue.subscribe(client, to: "booking/found", at: Self.now)
        expectEqual(venue.subscriptionCounts, ["booking/found": 1])
        var restored = BoardRegistry.withBookings.emptyVenue()
        try restored.restore(from: StateReader(venue.savedState()))
        expectEqual(restored.rev, venue.rev)
        expectEqual(restored.savedState(), venue.savedState())
    }
}
