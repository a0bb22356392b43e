import BoardKit

/// The current state of tabs.
extension Orders {
    /// Returns a tab with its lines, or `nil` for an unknown tab.
    func picture(of id: TabID) -> TabPicture? {
        tabs[id].map { TabPicture(id: id, tab: $0, lines: entries(of: id)) }
    }

    /// Returns the lines of a tab, in the order in which they were added.
    func entries(of id: TabID) -> [TabPicture.Entry] {
        (lists[id]?.present ?? []).compactMap { line in
            lines[line].map { TabPicture.Entry(id: line, line: $0) }
        }
    }

    /// Returns a tab with its lines as a change would leave them, or `nil` if it would not exist.
    func picture(of id: TabID, after change: OrdersChange) -> TabPicture? {
        let state: Tab?
        if let changed = change.tabs[id] { state = changed } else { state = tabs[id] }
        guard let tab = state else { return nil }
        var kept = entries(of: id).filter { change.lines[$0.id] == nil }
        for (line, state) in change.lines {
            if let state, state.tab == id { kept.append(TabPicture.Entry(id: line, line: state)) }
        }
        kept.sort { $0.id < $1.id }
        return TabPicture(id: id, tab: tab, lines: kept)
    }

    /// Returns the tabs that a change concerns: those that it contains, and the old and new tabs of
    /// its lines.
    func concerned(by change: OrdersChange) -> [TabID] {
        var concerned = Set(change.tabs.keys)
        for (id, state) in change.lines {
            if let state { concerned.insert(state.tab) }
            if let old = lines[id] { concerned.insert(old.tab) }
        }
        return concerned.sorted { $0.rev < $1.rev }
    }

    /// The next number that no open tab has. A tab of an earlier day may have a number that this
    /// day has not reached yet.
    var nextNumber: Int {
        var number = day.lastNumber + 1
        while numbers[number] != nil { number += 1 }
        return number
    }
}
