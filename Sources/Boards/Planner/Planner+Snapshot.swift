import BoardKit
import ICalendar
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

    /// Writes the ids of the current events, each as the difference from the previous one.
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

    /// Decodes the events of a calendar now, because they are read often.
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
