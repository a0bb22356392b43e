package import Sync

extension Waitlist: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        ledger.write(to: &writer)
        places.write(to: &writer)
        queue.write(to: &writer)
        day.write(to: &writer)
        guestViews.write(to: &writer)
        writer.write(venueChangedRev)
        venue.writeSettings(to: &writer)
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        ledger = try Ledger(from: &reader)
        places = try RankOrder(from: &reader) { takeFromSnapshot($0)?.rank }
        queue = try RankOrder(from: &reader) { takeFromSnapshot($0)?.rank }
        try day.restore(from: &reader)
        for party in day.gone { ledger.keepAtHand(party) }
        guestViews = try GuestViews(from: &reader)
        venueChangedRev = try reader.read()
        try venue.restoreSettings(from: &reader)
        day.setTimeZone(venue.timeZone)
    }

    /// A party of the day is asked for again and again, those of long ago hardly ever.
    private mutating func takeFromSnapshot(_ id: PartyID) -> Party? {
        ledger.keepAtHand(id)
        return ledger[id]
    }
}
