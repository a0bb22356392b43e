import BoardKit
import JSON
import Sync

/// Decides undos.
extension Orders {
    func decideUndo(_ asked: inout Asked) throws(Rejection) -> Decision {
        let rev = try asked.undoneRevision()
        if asked.isByGuest, !isOnly(of: asked.principal.subject?.id, rev) {
            throw .forbidden(to: asked.principal)
        }
        let change = try undoing(rev, asked)
        try checkTabsAreOpen(change)
        try check(change)
        let revived = revived(by: change)
        let isTaken = revived.map { numbers[$0.number] != nil } ?? false
        return Self.decision(
            .undone, of: subject(of: change),
            [
                "undoes": JSON(rev), "sections": Self.told(change.sections),
                "dishes": Self.told(change.dishes), "tabs": Self.told(change.tabs),
                "lines": Self.told(change.lines), "number": isTaken ? JSON(nextNumber) : nil,
            ])
    }

    private static func told<ID: LedgerID>(_ states: [ID: some Any]) -> JSON? {
        states.isEmpty ? nil : states.keys.sorted().json
    }

    /// Returns whether an event changed only one tab.
    private func isOnly(of tab: String?, _ rev: Int) -> Bool {
        sections.things(ofEvent: rev).isEmpty && dishes.things(ofEvent: rev).isEmpty
            && tabs.things(ofEvent: rev).allSatisfy { $0.text == tab }
            && lines.things(ofEvent: rev).allSatisfy { lines.lastKnown($0)?.tab.text == tab }
    }

    package func adjustUndo(_ change: inout OrdersChange) { joinEqualWishes(&change) }

    /// Joins lines that an undo returns to a basket with equal lines there. The older line stays.
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
                change.lines.set(kept[same].id, to: kept[same].line)
                change.lines.set(entry.id, to: nil)
            }
        }
    }

    /// Returns the tab that a change reopens, if any.
    func revived(by change: OrdersChange) -> Tab? {
        for (id, state) in change.tabs where open[id] == nil {
            if let state, state.status == .open { return state }
        }
        return nil
    }

    /// Checks that a change concerns open tabs only. A tab that left can't change, except by
    /// undoing the event that ended it.
    private func checkTabsAreOpen(_ change: OrdersChange) throws(Rejection) {
        for id in concerned(by: change) where open[id] == nil {
            guard let state = change.tabs[id] else { throw Rejection(.conflict, .tabNotOpen) }
            if tabs[id] != nil, state?.status != .open { throw Rejection(.conflict, .tabNotOpen) }
        }
    }

    private func subject(of change: OrdersChange) -> String {
        // Only an import changes several items of the menu.
        if change.dishes.count + change.sections.count > 1 { return Self.menuSubject }
        let tab =
            change.tabs.keys.min()
            ?? change.lines.keys.min().flatMap { lines.lastKnown($0)?.tab }
        return tab?.text ?? change.dishes.keys.first?.text ?? change.sections.keys.first?.text
            ?? Self.menuSubject
    }

    /// The subject of imports.
    static let menuSubject = "menu"
}
