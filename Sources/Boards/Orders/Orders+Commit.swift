import BoardKit
import JSON
import Sync

/// Records a change in the ledgers, the indexes and the views. Checks no rules.
extension Orders {
    mutating func commit(_ change: OrdersChange, _ event: Event) -> [RowChange] {
        let tabs = concerned(by: change)
        let before = tabs.map { shown($0) }
        let sections = change.sections.keys.sorted()
        let sectionsBefore = sections.map { self.sections[$0] }
        let dishes = concernedDishes(by: change)
        let dishesBefore = dishes.map { shownDish($0) }
        record(change, event)
        var changes: [RowChange] = []
        for (id, old) in zip(sections, sectionsBefore) where self.sections[id] != old {
            changes.append(
                RowChange(
                    view: Self.menuView, member: "sections", row: id.text,
                    making: self.sections[id].map { section in { @Sendable in section.json } }))
        }
        for (id, old) in zip(dishes, dishesBefore) {
            changes += dishChanges(id, from: old, to: shownDish(id))
        }
        return changes + commitTabs(tabs, before, event)
    }

    // MARK: Menu

    /// Returns the dishes whose rows may change.
    private func concernedDishes(by change: OrdersChange) -> [DishID] {
        var concerned = Set(change.dishes.keys)
        for (id, state) in change.lines {
            let old = lines[id]
            if old?.taken ?? 0 == state?.taken ?? 0, old?.dish == state?.dish { continue }
            if let old { concerned.insert(old.dish) }
            if let state { concerned.insert(state.dish) }
        }
        return concerned.sorted()
    }

    func dishChanges(
        _ id: DishID, from old: ShownDish?, to new: ShownDish?
    ) -> [RowChange] {
        guard old != new else { return [] }
        let usualVAT = usualVAT
        return [
            RowChange(
                view: Self.menuView, member: "dishes", row: id.text,
                making: new.map { shown in
                    { @Sendable in shown.dish.row(usualVAT: usualVAT, left: shown.left) }
                })
        ]
    }

    // MARK: Lines

    /// Updates the indexes for a line.
    mutating func replace(_ old: Line?, by new: Line?, of id: LineID) {
        if let old { menu.take(-old.taken, of: old.dish) }
        if let new { menu.take(new.taken, of: new.dish) }
        if let old, let new, old.tab == new.tab { return }
        if let old { lists[old.tab]?.present.removeAll { $0 == id } }
        if let new {
            let place = lists[new.tab]?.present.partitionPoint { $0 > id } ?? 0
            lists[new.tab, default: LineIndex()].present.insert(id, at: place)
            lists[new.tab]?.former.remove(id)
        } else if let old {
            lists[old.tab]?.former.insert(id)
        }
    }

    // MARK: Tabs

    /// Updates the indexes of open tabs for a tab.
    mutating func replace(_ old: Tab?, by new: Tab?, of id: TabID) {
        if let old, old.status == .open {
            let count = numbers[old.number] ?? 1
            numbers[old.number] = count > 1 ? count - 1 : nil
            if let party = old.party {
                partyTabs[party]?.remove(id)
                if partyTabs[party]?.isEmpty == true { partyTabs[party] = nil }
            }
        }
        if let new, new.status == .open {
            numbers[new.number, default: 0] += 1
            if let party = new.party { partyTabs[party, default: []].insert(id) }
            if old?.number != new.number {
                // A reopened tab may have a lower number than the last one given out.
                day.lastNumber = tabs.knows(id) ? max(day.lastNumber, new.number) : new.number
            }
            if open[id] == nil { open[id] = OpenTab(rev: 0) }
        } else {
            open[id] = nil
        }
        if new != nil, lists[id] == nil { lists[id] = LineIndex() }
    }

    mutating func commitTabs(
        _ ids: [TabID], _ before: [ShownTab], _ event: Event
    ) -> [RowChange] {
        var changes: [RowChange] = []
        var rounds: (old: [KitchenRound], new: [KitchenRound]) = ([], [])
        for (id, old) in zip(ids, before) {
            let picture = picture(of: id)
            let left = picture?.tab.status == .open ? nil : picture?.tab.leftAt
            _ = day.updateGone(id, leftAt: left)
            notePast(id, picture, leftAt: left)
            noteWhetherEmpty(id, picture, at: event.at)
            let new = shown(id, picture)
            if old.picture != new.picture {
                lastChange.tabs.insert(id)
                open[id]?.rev = event.rev
            }
            changes += hostChanges(from: old, to: new) + displayChanges(from: old, to: new)
            rounds.old += old.rounds
            rounds.new += new.rounds
            if left != nil { putAway(id) }
        }
        lastChange.kitchen = kitchen.replace(rounds.old, by: rounds.new)
        return changes
    }

    private mutating func notePast(_ id: TabID, _ picture: TabPicture?, leftAt: Instant?) {
        if let old = past[id] { lastChange.past.append((id: id, day: old.day)) }
        guard let picture, let leftAt else { return past.set(id, to: nil) }
        let tab = PastTab(
            picture, day: day.date(of: leftAt, startingAt: house.dayStart), leftAt: leftAt)
        past.set(id, to: tab)
        lastChange.past.append((id: id, day: tab.day))
    }

    /// Encodes the history of a tab that has left.
    private mutating func putAway(_ id: TabID) {
        tabs.putAway(id)
        guard let list = lists[id] else { return }
        for line in list.present { lines.putAway(line) }
        for line in list.former { lines.putAway(line) }
    }
}
