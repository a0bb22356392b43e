import BoardKit
import HouseBoard
package import Sync

extension Orders: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        sections.write(to: &writer)
        dishes.write(to: &writer)
        tabs.write(to: &writer)
        lines.write(to: &writer)
        menu.write(to: &writer)
        writeLists(to: &writer)
        let opened = open.keys.sorted { $0.rev < $1.rev }
        writer.write(opened.map(\.rev))
        writer.write(opened.map { open[$0]?.rev ?? 0 })
        writer.write(opened.map { emptySince[$0] })
        past.write(to: &writer)
        day.write(to: &writer)
        house.write(to: &writer)
        writer.write(lastRev)
        writer.write(venueChangedRev)
    }

    private func writeLists(to writer: inout StateWriter) {
        let kept = lists.keys.sorted { $0.rev < $1.rev }
        writer.write(kept.map(\.rev))
        for id in kept {
            writer.write(lists[id]?.present.map(\.number) ?? [])
            writer.write(lists[id]?.former.map(\.number).sorted() ?? [])
        }
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        sections = try Ledger(from: &reader)
        dishes = try Ledger(from: &reader)
        tabs = try Ledger(from: &reader)
        lines = try Ledger(from: &reader)
        menu = try Menu(
            from: &reader, section: { takeFromSnapshot($0) }, dish: { takeFromSnapshot($0) })
        for rev in try reader.read([Int].self) {
            let present = try reader.read([Int].self).map(LineID.init(number:))
            let former = try reader.read([Int].self).map(LineID.init(number:))
            lists[TabID(rev: rev)] = LineIndex(present: present, former: Set(former))
        }
        let opened = try reader.read([Int].self).map(TabID.init(rev:))
        let revs = try reader.read([Int].self)
        let empty = try reader.read([Instant?].self)
        past = try PastTabs(from: &reader)
        try day.restore(from: &reader)
        try house.restore(from: &reader)
        day.setTimeZone(house.timeZone)
        lastRev = try reader.read()
        venueChangedRev = try reader.read()
        noteSettings()
        for (id, rev) in zip(opened, revs) { try takeOpenTab(id, rev: rev) }
        for (id, since) in zip(opened, empty) { emptySince[id] = since }
        showRounds()
    }

    /// Decodes what is on the menu, which is used often.
    private mutating func takeFromSnapshot(_ id: SectionID) -> Section? {
        sections.keepAtHand(id)
        return sections[id]
    }

    private mutating func takeFromSnapshot(_ id: DishID) -> Dish? {
        dishes.keepAtHand(id)
        return dishes[id]
    }

    /// Decodes an open tab with its lines.
    private mutating func takeOpenTab(_ id: TabID, rev: Int) throws(StateError) {
        tabs.keepAtHand(id)
        guard let tab = tabs[id] else { throw StateError("an open tab is missing") }
        for line in lists[id]?.present ?? [] { lines.keepAtHand(line) }
        open[id] = OpenTab(rev: rev)
        numbers[tab.number, default: 0] += 1
        if let party = tab.party { partyTabs[party, default: []].insert(id) }
    }

    /// Gives the kitchen the rounds of the present service day.
    private mutating func showRounds() {
        let shown = Set(open.keys).union(day.gone)
        let rounds = shown.sorted { $0.rev < $1.rev }.flatMap { self.shown($0).rounds }
        kitchen = Kitchen()
        _ = kitchen.replace([], by: rounds)
    }
}
