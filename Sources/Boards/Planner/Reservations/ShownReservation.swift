import BoardKit
import ICalendar
import JSON
import Sync

/// A reservation as views show it.
struct ShownReservation: Sendable {
    let id: ReservationID
    let state: Reservation
    let start: Instant
    let end: Instant
    let day: CivilDate
    /// Whether another reservation has the same table at the same time.
    let clashes: Bool

    /// The row in the service day's document.
    var row: JSON { .object(members) }

    /// The row in the week's document, without phone, notes and tags.
    var weekRow: JSON { .object(weekMembers) }

    var members: [String: JSON] {
        var members = weekMembers
        members["phone"] = state.phone.map(JSON.string)
        members["notes"] = state.notes.map(JSON.string)
        if !state.tags.isEmpty { members["tags"] = .array(state.tags.map(JSON.string)) }
        return members
    }

    private var weekMembers: [String: JSON] {
        var members: [String: JSON] = [
            "name": .string(state.name), "size": JSON(state.size),
            "start": .string(start.description), "end": .string(end.description),
            "status": .string(state.status.rawValue),
        ]
        members["table"] = state.table.map(JSON.string)
        if state.isOverride { members["override"] = true }
        if clashes { members["clash"] = true }
        if let visit = state.visit {
            members["party"] = .string(visit.party)
            members["arrivedAt"] = .string(visit.arrivedAt.description)
            members["seatedAt"] = visit.seatedAt.map { .string($0.description) }
        }
        members["leftAt"] = state.leftAt.map { .string($0.description) }
        members.merge(state.extras.members) { own, _ in own }
        return members
    }
}

extension Reservation {
    /// The most bytes of the rows in the service day's document and in the week's. They always
    /// include the times of the party's visit, because those can't be rejected later.
    var rowBytesMax: (day: Int, week: Int) {
        let week = 300 + Self.bytes(name) + Self.bytes(table)
        let day =
            week + 40 + Self.bytes(phone) + Self.bytes(notes)
            + tags.reduce(0) { $0 + Self.bytes($1) }
        return (day, week)
    }

    private static func bytes(_ text: String?) -> Int {
        text.map { JSON.string($0).canonical.count } ?? 0
    }
}
