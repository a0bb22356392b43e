import BoardKit
import JSON
import Sync

/// A tab, and where the views of the current service day show it.
struct ShownTab: Sendable {
    let id: TabID
    let picture: TabPicture?
    let isOpen: Bool
    let isGone: Bool

    /// The rounds that the kitchen sees.
    var rounds: [KitchenRound] {
        guard let picture, isOpen || isGone else { return [] }
        return KitchenRound.rounds(of: picture)
    }

    func hasSameHostRow(as other: ShownTab) -> Bool {
        guard let picture, let old = other.picture else { return false }
        return picture.tab == old.tab && TabFigures(picture) == TabFigures(old)
    }
}

/// A dish as the menu shows it.
struct ShownDish: Sendable, Equatable {
    let dish: Dish
    let left: Int?

    /// Ignores the stock itself, which is not shown.
    static func == (one: ShownDish, other: ShownDish) -> Bool {
        var compared = other.dish
        compared.stock = one.dish.stock
        return one.dish == compared && one.left == other.left
    }
}

extension Orders {
    func shown(_ id: TabID) -> ShownTab { shown(id, picture(of: id)) }

    func shown(_ id: TabID, _ picture: TabPicture?) -> ShownTab {
        ShownTab(
            id: id, picture: picture, isOpen: picture?.tab.status == .open,
            isGone: day.gone.contains(id))
    }

    /// Returns the dish as the menu shows it, or `nil` for an unknown dish.
    func shownDish(_ id: DishID) -> ShownDish? {
        dishes[id].map { ShownDish(dish: $0, left: menu.left(of: $0, id)) }
    }

    func hostChanges(from old: ShownTab, to new: ShownTab) -> [RowChange] {
        let isSame = new.hasSameHostRow(as: old)
        var changes: [RowChange] = []
        if old.isOpen != new.isOpen || new.isOpen && !isSame {
            changes.append(Self.hostChange(of: new, in: "tabs", isThere: new.isOpen))
        }
        if old.isGone != new.isGone || new.isGone && !isSame {
            changes.append(Self.hostChange(of: new, in: "gone", isThere: new.isGone))
        }
        return changes
    }

    static func hostChange(of tab: ShownTab, in member: String, isThere: Bool) -> RowChange {
        let picture = isThere ? tab.picture : nil
        return RowChange(
            view: hostView, member: member, row: tab.id.text,
            making: picture.map { picture in { @Sendable in picture.hostRow } })
    }

    func displayChanges(from old: ShownTab, to new: ShownTab) -> [RowChange] {
        let pickup = new.picture?.pickup
        guard old.picture?.pickup != pickup else { return [] }
        return [
            RowChange(
                view: Self.displayView, member: "tabs", row: new.id.text,
                making: pickup.map { pickup in { @Sendable in pickup.row } })
        ]
    }
}
