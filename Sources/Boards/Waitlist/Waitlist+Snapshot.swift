import BoardKit
package import Sync

extension Waitlist: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        ledger.write(to: &writer)
        places.write(to: &writer)
        queue.write(to: &writer)
        day.write(to: &writer)
        guestViews.write(to: &writer)
        writer.write(venueChangedRev)
        writer.write(house)
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        ledger = try Ledger(from: &reader)
        // The parties of the day are used often, old parties hardly ever.
        places = try RankOrder(from: &reader) { ledger.keepAtHand($0)?.rank }
        queue = try RankOrder(from: &reader) { ledger.keepAtHand($0)?.rank }
        let taken = places.compactMap { ledger[$0.id]?.number }
        numbers = Dictionary(taken.map { ($0, 1) }, uniquingKeysWith: +)
        try day.restore(from: &reader)
        for party in day.gone { ledger.keepAtHand(party) }
        guestViews = try GuestViews(from: &reader)
        venueChangedRev = try reader.read()
        house = try reader.read()
        day.setTimeZone(house.timeZone)
    }
}
