import BoardKit
import JSON
import Sync

/// Checks whether states that no action's rules decided are possible.
extension Orders {
    /// Checks that the result of an undo or a reopening is possible.
    func check(_ change: OrdersChange) throws(Rejection) {
        let isPossible =
            isMenuPossible(after: change) && isStockPossible(after: change)
            && concerned(by: change).allSatisfy { isTabPossible($0, after: change) }
        guard isPossible else { throw Rejection(.conflict, .impossible) }
        let opened = change.tabs.count { open[$0.key] == nil && $0.value?.status == .open }
        let left = change.tabs.count { open[$0.key] != nil && $0.value?.status != .open }
        guard opened <= left || open.count + opened - left <= Self.openCountMax else {
            throw Rejection(.conflict, .tooManyTabs, ["max": JSON(Self.openCountMax)])
        }
    }

    // MARK: Menu

    private func isMenuPossible(after change: OrdersChange) -> Bool {
        var names: Set<String> = []
        for (id, state) in change.sections {
            guard let state else {
                if hasDishes(id, after: change) { return false }
                continue
            }
            let known = menu.section(named: state.name)
            if let known, known != id, change.sections[known] == nil { return false }
            guard names.insert(Menu.folded(state.name)).inserted else { return false }
        }
        for (id, state) in change.dishes {
            guard let state else { continue }
            guard exists(state.section, after: change) else { return false }
            let known = menu.dish(named: state.name, in: state.section)
            if let known, known != id, change.dishes[known] == nil { return false }
            let name = state.section.text + " " + Menu.folded(state.name)
            guard names.insert(name).inserted else { return false }
        }
        return isMenuSmallEnough(after: change)
    }

    private func exists(_ section: SectionID, after change: OrdersChange) -> Bool {
        if let state = change.sections[section] { return state != nil }
        return sections[section] != nil
    }

    private func hasDishes(_ section: SectionID, after change: OrdersChange) -> Bool {
        let stays = menu.dishes[section]?.contains { change.dishes[$0.id] == nil } ?? false
        return stays || change.dishes.values.contains { $0?.section == section }
    }

    private func isMenuSmallEnough(after change: OrdersChange) -> Bool {
        var sectionCount = menu.sections.count
        var dishCount = menu.dishCount
        var bytes = menu.bytes
        for (id, state) in change.sections {
            if let old = sections[id] {
                sectionCount -= 1
                bytes -= Menu.bytes(of: old)
            }
            if let state {
                sectionCount += 1
                bytes += Menu.bytes(of: state)
            }
        }
        for (id, state) in change.dishes {
            if let old = dishes[id] {
                dishCount -= 1
                bytes -= Menu.bytes(of: old)
            }
            if let state {
                dishCount += 1
                bytes += Menu.bytes(of: state)
            }
        }
        return sectionCount <= max(Menu.sectionCountMax, menu.sections.count)
            && dishCount <= max(Menu.dishCountMax, menu.dishCount)
            && bytes <= max(Menu.bytesMax, menu.bytes)
    }

    /// Returns whether the stock suffices for all placed dishes.
    private func isStockPossible(after change: OrdersChange) -> Bool {
        var more: [DishID: Int] = [:]
        for (id, state) in change.lines {
            if let old = lines[id] { more[old.dish, default: 0] -= old.taken }
            if let state { more[state.dish, default: 0] += state.taken }
        }
        for id in Set(more.keys).union(change.dishes.keys) {
            let dish: Dish?
            if let state = change.dishes[id] { dish = state } else { dish = dishes[id] }
            guard let stock = dish?.stock else { continue }
            let extra = more[id] ?? 0
            let isLess = extra > 0 || dishes[id]?.stock != stock
            if isLess, stock < menu.taken[id, default: 0] + extra { return false }
        }
        return true
    }

    // MARK: Tabs

    private func isTabPossible(_ id: TabID, after change: OrdersChange) -> Bool {
        guard let picture = picture(of: id, after: change) else {
            // The tab would no longer exist, so none of its lines may remain.
            let stays = (lists[id]?.present ?? []).contains { change.lines[$0] == nil }
            return !stays && !change.lines.values.contains { $0?.tab == id }
        }
        let figures = TabFigures(picture)
        switch picture.tab.status {
        case .open:
            return figures.due >= 0 && picture.lines.count <= Self.lineCountMax
                && picture.tab.payments.count <= Self.paymentCountMax
                && picture.lines.allSatisfy { Quantity.range.contains($0.line.quantity) }
        case .closed:
            return figures.due == 0 && figures.kitchen == 0 && figures.basket == 0
        case .cancelled: return figures.paid == 0 && figures.dishes == 0 && figures.basket == 0
        case .merged: return picture.lines.isEmpty
        }
    }
}
