import BoardKit
import Sync

/// The states that an event gives to sections, dishes, tabs and lines. `nil` means that the thing
/// does not exist any more.
struct OrdersChange: Sendable {
    private(set) var sections: [SectionID: Section?] = [:]
    private(set) var dishes: [DishID: Dish?] = [:]
    private(set) var tabs: [TabID: Tab?] = [:]
    private(set) var lines: [LineID: Line?] = [:]
    /// The event that is undone, if this is an undo.
    var undoes: Int?

    mutating func set(_ id: SectionID, to state: Section?) {
        sections.updateValue(state, forKey: id)
    }

    mutating func set(_ id: DishID, to state: Dish?) { dishes.updateValue(state, forKey: id) }
    mutating func set(_ id: TabID, to state: Tab?) { tabs.updateValue(state, forKey: id) }
    mutating func set(_ id: LineID, to state: Line?) { lines.updateValue(state, forKey: id) }

    var isEmpty: Bool {
        sections.isEmpty && dishes.isEmpty && tabs.isEmpty && lines.isEmpty
    }
}

/// What the last event has changed, for views that are made on demand.
struct LastChange: Sendable {
    var rev = 0
    /// The tabs whose documents have changed.
    var tabs: Set<TabID> = []
    /// The tabs whose rows in the list of a day may have changed, with the day.
    var past: [(id: TabID, day: String)] = []
    var kitchen: Kitchen.Change?
    /// Whether any document may have changed.
    var isEverything = false
}
