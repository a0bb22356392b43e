import BoardKit
package import Sync

extension Planner: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        writeLedgers(to: &writer)
        today.write(to: &writer)
        writer.write(house)
        writer.write(lastRev)
        saveSync(to: &writer)
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        try restoreLedgers(from: &reader)
        today = try Today(from: &reader)
        house = try reader.read()
        zone = Self.zone(of: house)
        bookings = Bookings(ServiceCalendar(zone: zone, dayStart: house.dayStart))
        lastRev = try reader.read()
        try index()
        for id in shelves.keys where calendar(id) == nil { shelves[id]?.isRemoved = true }
        try restoreSync(from: &reader)
        lastChange = PlannerLastChange()
        generation = PlannerGeneration()
        _ = showAgendaAnew()
    }
}
