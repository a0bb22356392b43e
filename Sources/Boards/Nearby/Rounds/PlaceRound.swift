import BoardKit
import JSON
import Sync

/// A round in which friends choose a place, as its events have made it.
struct PlaceRound: Sendable, Equatable {
    let title: String
    /// When they want to meet.
    let when: Instant?
    let openedAt: Instant
    /// When it closes by itself.
    private(set) var until: Instant
    /// When it closed; `nil` while it is open.
    private(set) var closedAt: Instant?
    /// The option for which it closed, if any.
    private(set) var decided: OptionID?

    var isOpen: Bool { closedAt == nil }

    /// When time next changes it: it closes, or it leaves all documents.
    var due: Instant { closedAt?.adding(milliseconds: Self.keptMilliseconds) ?? until }

    /// A week.
    private static let keptMilliseconds: Int64 = 7 * 86_400_000
}

extension PlaceRound {
    /// Reads the data of the event that opens it. Returns `nil` for anything else.
    init?(_ data: JSON, at: Instant) {
        guard let title = data["title"]?.text, let until = data["until"]?.instant else {
            return nil
        }
        self.init(title: title, when: data["when"]?.instant, openedAt: at, until: until)
    }

    mutating func close(by event: Event) {
        closedAt = event.at
        decided = event.data["option"]?.text.flatMap(OptionID.init(_:))
    }

    mutating func reopen(by event: Event) {
        closedAt = nil
        decided = nil
        until = event.data["until"]?.instant ?? until
    }

    /// The members of its row, but not its options and friends.
    var members: [String: JSON] {
        var members: [String: JSON] = [
            "title": .string(title), "state": isOpen ? "open" : "closed",
            "until": .string(until.description), "openedAt": .string(openedAt.description),
        ]
        members["when"] = when.map { .string($0.description) }
        members["decided"] = decided.map { .string($0.text) }
        return members
    }

    /// Everything about it, for the event of an undo.
    var data: JSON {
        var members = members
        members["closedAt"] = closedAt.map { .string($0.description) }
        return .object(members)
    }
}

extension PlaceRound: LedgerState {
    func write(to writer: inout StateWriter, after previous: PlaceRound?) {
        var difference = DifferenceWriter()
        difference.add(title, after: previous?.title)
        difference.add(when, after: previous?.when)
        difference.add(openedAt, after: previous?.openedAt)
        difference.add(until, after: previous?.until)
        difference.add(closedAt, after: previous?.closedAt)
        difference.add(decided?.number, after: previous?.decided?.number)
        difference.write(to: &writer)
    }

    init(from reader: inout StateReader, after previous: PlaceRound?) throws(StateError) {
        var difference = try DifferenceReader(from: &reader)
        title = try difference.next(&reader, after: previous?.title)
        when = try difference.nextOptional(&reader, after: previous?.when)
        openedAt = try difference.next(&reader, after: previous?.openedAt)
        until = try difference.next(&reader, after: previous?.until)
        closedAt = try difference.nextOptional(&reader, after: previous?.closedAt)
        decided = try difference.nextOptional(&reader, after: previous?.decided?.number)
            .map(OptionID.init(number:))
    }
}
