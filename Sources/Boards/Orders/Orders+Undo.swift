import BoardKit
import JSON
import Sync

/// Decides what is taken back.
extension Orders {
    func decideUndo(_ asked: inout Asked) throws(Rejection) -> Decision {
        let number: RevisionNumber? = asked.arguments.required("rev")
        guard asked.arguments.areGood, let rev = number?.rev else {
            throw asked.arguments.rejection
        }
        let things = ThingsOfEvent(rev, in: self)
        if asked.principal.role == .guest, !things.isOnly(of: asked.principal.subject?.id, in: self)
        {
            throw Self.forbidden(asked.principal)
        }
        guard !things.isEmpty else { throw Rejection(.notFound, .noEvent) }
        try asked.check(things.lastRevs(in: self))
        let change = try undoing(rev)
        try checkTabsAreOpen(change)
        try check(change)
        var data = things.json
        data["lines"] = change.lines.isEmpty ? nil : change.lines.keys.sorted().json
        data["undoes"] = JSON(rev)
        if let revived = revived(by: change), numbers[revived.number] != nil {
            data["number"] = JSON(nextNumber)
        }
        return Self.decision(.undone, of: subject(of: things), data)
    }

    /// The states that undoing an event gives. Throws if something later depends on the event.
    func undoing(_ rev: Int) throws(Rejection) -> OrdersChange {
        let things = ThingsOfEvent(rev, in: self)
        var change = OrdersChange()
        change.undoes = rev
        for id in things.sections { change.set(id, to: try sections.stateBefore(rev, of: id)) }
        for id in things.dishes { change.set(id, to: try dishes.stateBefore(rev, of: id)) }
        for id in things.tabs { change.set(id, to: try tabs.stateBefore(rev, of: id)) }
        for id in things.lines { change.set(id, to: try lines.stateBefore(rev, of: id)) }
        joinEqualWishes(&change)
        return change
    }

    /// Joins what comes back to a basket with the equal line there. The older one stays.
    private func joinEqualWishes(_ change: inout OrdersChange) {
        for id in concerned(by: change) {
            var kept: [TabPicture.Entry] = []
            for entry in picture(of: id, after: change)?.basket ?? [] {
                let same = kept.firstIndex { $0.line.isSameWish(as: entry.line) }
                guard let same else {
                    kept.append(entry)
                    continue
                }
                kept[same].line.quantity += entry.line.quantity
                change.set(kept[same].id, to: kept[same].line)
                change.set(entry.id, to: nil)
            }
        }
    }

    /// The tab that a change opens again, if any.
    func revived(by change: OrdersChange) -> Tab? {
        for (id, state) in change.tabs where open[id] == nil {
            if let state, state.status == .open { return state }
        }
        return nil
    }

    /// A tab that has left can't change, unless the event that is undone ended it.
    private func checkTabsAreOpen(_ change: OrdersChange) throws(Rejection) {
        for id in concerned(by: change) where open[id] == nil {
            guard let state = change.tabs[id] else { throw Rejection(.conflict, .tabNotOpen) }
            if tabs[id] != nil, state?.status != .open { throw Rejection(.conflict, .tabNotOpen) }
        }
    }

    private func subject(of things: ThingsOfEvent) -> String {
        // Only an import concerns many things of the menu.
        if things.dishes.count + things.sections.count > 1 { return Self.menuSubject }
        let tab = things.tabs.first ?? things.lines.first.flatMap { lines.lastKnown($0)?.tab }
        return tab?.text ?? things.dishes.first?.text ?? things.sections.first?.text
            ?? Self.menuSubject
    }

    /// The subject of imports.
    static let menuSubject = "menu"
}

/// What an event has changed.
struct ThingsOfEvent {
    let sections: [SectionID]
    let dishes: [DishID]
    let tabs: [TabID]
    let lines: [LineID]

    init(_ rev: Int, in board: Orders) {
        sections = board.sections.things(ofEvent: rev)
        dishes = board.dishes.things(ofEvent: rev)
        tabs = board.tabs.things(ofEvent: rev)
        lines = board.lines.things(ofEvent: rev)
    }

    var isEmpty: Bool { sections.isEmpty && dishes.isEmpty && tabs.isEmpty && lines.isEmpty }

    func lastRevs(in board: Orders) -> [Int] {
        var revs = sections.map { board.sections.lastRev(of: $0) }
        revs += dishes.map { board.dishes.lastRev(of: $0) }
        revs += tabs.map { board.tabs.lastRev(of: $0) }
        revs += lines.map { board.lines.lastRev(of: $0) }
        return revs
    }

    /// The ids, as an event tells them.
    var json: [String: JSON?] {
        let ids = [
            "sections": sections.map(\.text), "dishes": dishes.map(\.text),
            "tabs": tabs.map(\.text), "lines": lines.map(\.text),
        ]
        return ids.mapValues { texts in
            texts.isEmpty ? nil : JSON.array(texts.map { JSON.string($0) })
        }
    }

    /// Whether everything belongs to one tab.
    func isOnly(of tab: String?, in board: Orders) -> Bool {
        sections.isEmpty && dishes.isEmpty && tabs.allSatisfy { $0.text == tab }
            && lines.allSatisfy { board.lines.lastKnown($0)?.tab.text == tab }
    }
}
