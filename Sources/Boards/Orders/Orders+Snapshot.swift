import BoardKit
package import Sync

extension Orders: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        writeLedgers(to: &writer)
        writer.write(menu.taken)
        writer.write(lists)
        writer.write(open.mapValues(\.rev))
        writer.write(emptySince.filter { open[$0.key] != nil })
        past.write(to: &writer)
        day.write(to: &writer)
        writer.write(house)
        writer.write(lastRev)
        writer.write(venueChangedRev)
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        try restoreLedgers(from: &reader)
        try index(Self.menuLedgers)
        menu.taken = try reader.read()
        lists = try reader.read()
        let opened = try reader.read([TabID: Int].self)
        emptySince = try reader.read()
        past = try PastTabs(from: &reader)
        try day.restore(from: &reader)
        house = try reader.read()
        day.setTimeZone(house.timeZone)
        lastRev = try reader.read()
        venueChangedRev = try reader.read()
        noteSettings()
        for (id, rev) in opened { try takeOpenTab(id, rev: rev) }
        showRounds()
    }

    /// Decodes an open tab with its lines.
    private mutating func takeOpenTab(_ id: TabID, rev: Int) throws(StateError) {
        guard let tab = tabs.keepAtHand(id) else { throw StateError("an open tab is missing") }
        for line in lists[id]?.present ?? [] { lines.keepAtHand(line) }
        open[id] = OpenTab(rev: rev)
        numbers[tab.number, default: 0] += 1
        if let party = tab.party { partyTabs[party, default: []].insert(id) }
    }

    /// Shows the rounds of the current service day in the kitchen.
    private mutating func showRounds() {
        let shown = Set(open.keys).union(day.gone)
        let rounds = shown.sorted().flatMap { self.shown($0).rounds }
        kitchen = Kitchen()
        _ = kitchen.replace([], by: rounds)
    }
}

extension LineIndex: SavedFields {
    static let blank = LineIndex()

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&present, old.present)
        try fields(&former, old.former)
    }
}
