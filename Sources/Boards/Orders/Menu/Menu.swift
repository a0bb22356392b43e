import BoardKit
import JSON
import Sync

/// The order and the names of the sections and dishes on the menu, and how many of each dish were
/// taken. The sections and dishes themselves are in the ledgers.
struct Menu: Sendable {
    static let sectionCountMax = 100
    static let dishCountMax = 2_000
    static let bytesMax = 3 << 20

    private(set) var sections = RankOrder<SectionID>()
    private(set) var dishes: [SectionID: RankOrder<DishID>] = [:]
    private(set) var dishCount = 0
    /// The approximate size of the view, in bytes.
    private(set) var bytes = 0
    private var sectionNames: [String: SectionID] = [:]
    private var dishNames: [SectionID: [String: DishID]] = [:]
    /// How many of each dish were ever placed and not given back.
    var taken: [DishID: Int] = [:]

    /// Folds a name: names that differ only in case are the same.
    static func folded(_ name: String) -> String { name.lowercased() }

    func section(named name: String) -> SectionID? { sectionNames[Self.folded(name)] }

    func dish(named name: String, in section: SectionID) -> DishID? {
        dishNames[section]?[Self.folded(name)]
    }

    func isEmpty(_ section: SectionID) -> Bool { dishes[section]?.isEmpty ?? true }

    /// Returns how many of a dish are left; `nil` if the dish is not limited.
    func left(of dish: Dish, _ id: DishID) -> Int? {
        dish.stock.map { max(0, $0 - taken[id, default: 0]) }
    }

    mutating func take(_ count: Int, of dish: DishID) {
        taken[dish, default: 0] += count
    }

    mutating func replace(_ old: Section?, by new: Section?, of id: SectionID) {
        if let old {
            sections.remove(id, at: old.rank)
            if section(named: old.name) == id { sectionNames[Self.folded(old.name)] = nil }
            bytes -= Self.bytes(of: old)
        }
        if let new {
            sections.insert(id, at: new.rank)
            sectionNames[Self.folded(new.name)] = id
            bytes += Self.bytes(of: new)
        }
    }

    mutating func replace(_ old: Dish?, by new: Dish?, of id: DishID) {
        if let old {
            dishCount -= 1
            bytes -= Self.bytes(of: old)
            dishes[old.section]?.remove(id, at: old.rank)
            if dishes[old.section]?.isEmpty == true { dishes[old.section] = nil }
            if dish(named: old.name, in: old.section) == id {
                dishNames[old.section]?[Self.folded(old.name)] = nil
            }
            if dishNames[old.section]?.isEmpty == true { dishNames[old.section] = nil }
        }
        if let new {
            dishCount += 1
            bytes += Self.bytes(of: new)
            dishes[new.section, default: RankOrder()].insert(id, at: new.rank)
            dishNames[new.section, default: [:]][Self.folded(new.name)] = id
        }
    }

    static func bytes(of section: Section) -> Int { section.json.canonical.count + idBytes }

    /// Returns the approximate size of a dish in the view, including the number that is left.
    static func bytes(of dish: Dish) -> Int { dish.json.canonical.count + idBytes + 24 }

    private static let idBytes = 16
}
