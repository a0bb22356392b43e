import BoardKit
import ICalendar
package import JSON
package import Sync

extension Planner: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        writeLedgers(to: &writer)
        writeShelves(to: &writer)
        today.write(to: &writer)
        writer.write(house)
        writer.write(lastRev)
        saveReservations(to: &writer)
        writer.write(feedIDs)
        saveSync(to: &writer)
    }

    /// The ids of the present events, each as its difference from the one before.
    private func writeShelves(to writer: inout StateWriter) {
        let kept = shelves.keys.sorted()
        writer.write(kept.map(\.number))
        for calendar in kept {
            var last = 0
            let ids = (shelves[calendar]?.ids ?? []).sorted()
            writer.write(
                ids.map { id in
                    defer { last = id.number }
                    return id.number &- last
                })
        }
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        try restoreLedgers(from: &reader)
        var shelved: [(CalendarID, [Int])] = []
        for number in try reader.read([Int].self) {
            shelved.append((CalendarID(number: number), try reader.read([Int].self)))
        }
        today = try Today(from: &reader)
        house = try reader.read()
        zone = Self.zone(of: house)
        lastRev = try reader.read()
        shelves = [:]
        uids = EventNames()
        for (calendar, numbers) in shelved { try takeShelf(calendar, numbers) }
        try restoreReservations(from: &reader)
        feedIDs = try reader.read()
        try restoreSync(from: &reader)
        generation = PlannerGeneration()
        _ = showAgendaAnew()
    }

    /// Decodes the events of a calendar, which are looked at often.
    private mutating func takeShelf(
        _ calendar: CalendarID, _ numbers: [Int]
    ) throws(StateError) {
        var shelf = Shelf()
        var last = 0
        for difference in numbers {
            last = last &+ difference
            guard last > 0 else { throw StateError("an event's number is invalid") }
            let id = EventID(number: last)
            guard let state = events.keepAtHand(id), state.calendar == calendar else {
                throw StateError("an event is missing")
            }
            shelf.insert(id, state, in: zone)
            uids.replace(nil, by: state, of: id)
        }
        calendars.keepAtHand(calendar)
        shelf.isRemoved = self.calendar(calendar) == nil
        shelves[calendar] = shelf
    }
}

extension Planner: ImportableBoard {
    package var appliedRev: Int { lastRev }

    /// An event may contain several things by their ids, and a series its changes.
    package func fault(in members: JSON) -> String? {
        members.firstFault(ownFault)
    }

    private func ownFault(in members: JSON) -> String? {
        reservationFault(in: members) ?? fileFault(in: members)
            ?? members.fault(in: [
                "title": StoredText.self, "location": StoredText.self,
                "description": StoredText.self, "color": CalendarColor.self,
                "display": CalendarDisplay.self,
            ])
    }
}

/// A text as an event of the journal has it. Those of files may be longer than those that people
/// type, and have any characters.
struct StoredText: ArgumentValue {
    static let schema = Schema(.text(bytesMax: bytesMax))
    private static let bytesMax = 1 << 18

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text else { throw Reason(.noText) }
        guard text.utf8.count <= Self.bytesMax else {
            throw Reason(.tooLong, ["max": JSON(Self.bytesMax)])
        }
    }
}
