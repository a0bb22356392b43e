import JSON
import ShippedBoards
import Sync

@testable import BoardKit
@testable import WaitlistBoard

/// A board that extends the waiting list: parties may have a booking.
struct BookingBoard: Board {
    struct Booking: Sendable, Equatable {
        var name: String
        /// The arrived party, if any.
        var party: String?

        var row: JSON {
            JSON(present: ["name": .string(name), "party": party.map(JSON.string)])
        }
    }

    private(set) var bookings: [String: Booking] = [:]
    private var lastRev = 0

    static let module = BoardModule(declared) { _, _ in BookingBoard() }

    static let declared = BoardDeclaration(
        name: "booking", summary: "Who has booked a table.",
        actions: [
            ActionDeclaration(
                "booking.make", "Books a table.",
                arguments: [
                    ArgumentDeclaration("name", PartyName.self, .required, "Who comes")
                ]),
            ActionDeclaration(
                "booking.thank", "Thanks a party that is on the list.",
                arguments: [ArgumentDeclaration("party", ItemID.self, .required, "Whom")],
                guests: .all),
        ],
        views: [
            ViewDeclaration(name: "booking/host", scope: .shared, readers: [.owner, .host]),
            ViewDeclaration(
                name: "booking/found", scope: .shared, readers: [.owner, .host],
                parameters: [
                    ArgumentDeclaration("party", ItemID.self, .optional, "Whose; all without it")
                ]),
        ],
        extensions: [
            ExtensionDeclaration(
                "waitlist.add",
                arguments: [
                    ArgumentDeclaration(
                        "booking", ItemID.self, .optional, "The booking by which it comes")
                ]),
            ExtensionDeclaration("waitlist.seat"),
        ],
        hears: [HeardEvents(of: "waitlist")], problems: [noParty, tableIsKept, noBooking, isHere])

    private static let noParty = ProblemDeclaration(
        "booking.no_party", "There is no such party on the list")
    private static let tableIsKept = ProblemDeclaration(
        "booking.table_is_kept", "The table at the window is kept for who has booked")
    private static let noBooking = ProblemDeclaration(
        "booking.no_booking", "There is no such booking")
    private static let isHere = ProblemDeclaration(
        "booking.is_here", "Who has booked is here already")

    var declaration: BoardDeclaration { Self.declared }
    var emptyDocuments: [String: Document] { ["booking/host": Document(["bookings": [:]])] }

    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        var arguments = Arguments(mutation.arguments)
        if mutation.action == "booking.make" {
            let name: PartyName? = arguments.required("name")
            guard arguments.areGood, let name else { throw arguments.rejection }
            return Decision(
                kind: "made", subject: "b_\(moment.rev)", data: ["name": .string(name.text)])
        }
        let party: ItemID? = arguments.required("party")
        guard arguments.areGood, let party else { throw arguments.rejection }
        guard boards[Waitlist.self]?.isActive(.party(party.text)) == true else {
            throw Rejection(.notFound, Self.noParty)
        }
        return Decision(kind: "thanked", subject: party.text, data: [:])
    }

    func judge(
        _ mutation: Mutation, _ decision: Decision, by principal: Principal, at moment: Moment,
        among boards: BoardStates
    ) throws(Rejection) -> [String: JSON] {
        if mutation.action == "waitlist.seat" {
            let isKept = bookings.values.contains { $0.party == nil }
            if isKept, mutation.arguments["table"] == "window" {
                throw Rejection(.conflict, Self.tableIsKept)
            }
            return [:]
        }
        var arguments = Arguments(mutation, of: Self.declared.extensions[0])
        let named: ItemID? = arguments.optional("booking")
        guard arguments.areGood else { throw arguments.rejection }
        guard let named else { return [:] }
        guard let booking = bookings[named.text] else {
            throw Rejection(.notFound, Self.noBooking)
        }
        guard booking.party == nil else {
            throw Rejection(.conflict, Self.isHere)
        }
        return ["booking": .string(named.text)]
    }

    mutating func apply(_ event: Event) -> [RowChange] {
        guard event.rev > lastRev else { return [] }
        lastRev = event.rev
        guard event.kind == "made", let name = event.data["name"]?.text else { return [] }
        return set(event.subject, Booking(name: name))
    }

    /// Follows the addition of a party, and its undo.
    mutating func hear(_ event: Event) -> [RowChange] {
        guard event.board == "waitlist", event.rev > lastRev else { return [] }
        lastRev = event.rev
        let party = event.kind == "added" ? event.data : event.data["party"] ?? .null
        guard event.kind == "added" || event.kind == "undone" else { return [] }
        let booked = Extras(in: party).members["booking"]?.text
        var changes: [RowChange] = []
        for (id, booking) in bookings.sorted(by: { $0.key < $1.key }) {
            var changed = booking
            if booking.party == event.subject { changed.party = nil }
            if id == booked { changed.party = event.subject }
            if changed != booking { changes += set(id, changed) }
        }
        return changes
    }

    private mutating func set(_ id: String, _ booking: Booking) -> [RowChange] {
        bookings[id] = booking
        return [
            RowChange(view: "booking/host", member: "bookings", row: id, value: booking.row)
        ]
    }

    func result(of event: Event) -> JSON? {
        event.kind == "made" ? ["booking": .string(event.subject)] : nil
    }

    func document(of view: ViewRequest) -> Document {
        let party = view.arguments["party"]?.text
        let found = bookings.filter { party == nil || $0.value.party == party }
        return Document(["bookings": .object(found.mapValues(\.row))])
    }
}

extension BookingBoard: ImportableBoard {
    var appliedRev: Int { lastRev }

    func fault(in members: JSON) -> String? {
        members.has("booking", ItemID.self) ? nil : "its booking is invalid"
    }
}

extension BookingBoard: RestorableBoard {
    func save(to writer: inout StateWriter) {
        writer.write(lastRev)
        let bookings = bookings.sorted { $0.key < $1.key }
        writer.write(bookings.map(\.key))
        writer.write(bookings.map(\.value.name))
        writer.write(bookings.map { $0.value.party ?? "" })
    }

    mutating func restore(from reader: inout StateReader) throws(StateError) {
        lastRev = try reader.read()
        let ids: [String] = try reader.read()
        let names: [String] = try reader.read()
        let parties: [String] = try reader.read()
        bookings = [:]
        for (id, (name, party)) in zip(ids, zip(names, parties)) {
            bookings[id] = Booking(name: name, party: party.isEmpty ? nil : party)
        }
    }
}

extension BoardRegistry {
    /// The program's boards that every venue uses.
    static let alwaysOn = BoardRegistry(shipped.modules.filter { $0.declaration.isAlwaysOn })
    /// The same boards, and one that extends them.
    static let withBookings = BoardRegistry(alwaysOn.modules + [BookingBoard.module])

    func emptyBoards() -> [any ImportableBoard] {
        boards(for: .ofTests(labels: .firstInitial), dependencies: .everyone)
    }

    /// Returns a venue with these boards, before any event.
    func emptyVenue() -> Venue {
        .empty(.ofTests(labels: .firstInitial), boards: self)
    }
}
