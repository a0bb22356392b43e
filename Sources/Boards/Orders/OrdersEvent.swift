import BoardKit

/// The kinds of the board's events, besides that of its settings.
package enum OrdersEvent: String, Sendable, CaseIterable {
    case sectionAdded = "section_added"
    case sectionEdited = "section_edited"
    case sectionMoved = "section_moved"
    case sectionRemoved = "section_removed"
    case dishAdded = "dish_added"
    case dishEdited = "dish_edited"
    case dishMoved = "dish_moved"
    case dishRemoved = "dish_removed"
    case stocked
    case imported
    case opened
    case edited
    case added
    case changed
    case repeated
    case placed
    case cooked
    case done
    case recalled
    case served
    case linesCancelled = "lines_cancelled"
    case merged
    case split
    case paid
    case unpaid
    case closed
    case reopened
    case cancelled
    case undone

    /// Whether it concerns the menu rather than a tab.
    var isOfMenu: Bool {
        switch self {
        case .sectionAdded, .sectionEdited, .sectionMoved, .sectionRemoved, .dishAdded, .dishEdited,
            .dishMoved, .dishRemoved, .stocked, .imported:
            true
        default: false
        }
    }
}

/// The actions of the board, besides that of its settings.
package enum OrdersAction: String, Sendable, CaseIterable {
    case addSection = "orders.add_section"
    case editSection = "orders.edit_section"
    case moveSection = "orders.move_section"
    case removeSection = "orders.remove_section"
    case addDish = "orders.add_dish"
    case editDish = "orders.edit_dish"
    case moveDish = "orders.move_dish"
    case removeDish = "orders.remove_dish"
    case stock = "orders.stock"
    case importMenu = "orders.import"
    case open = "orders.open"
    case edit = "orders.edit"
    case add = "orders.add"
    case change = "orders.change"
    case repeatLines = "orders.repeat"
    case place = "orders.place"
    case cook = "orders.cook"
    case done = "orders.done"
    case recall = "orders.recall"
    case serve = "orders.serve"
    case cancelLines = "orders.cancel_lines"
    case merge = "orders.merge"
    case split = "orders.split"
    case pay = "orders.pay"
    case unpay = "orders.unpay"
    case close = "orders.close"
    case reopen = "orders.reopen"
    case cancel = "orders.cancel"
    case undo = "orders.undo"
}
