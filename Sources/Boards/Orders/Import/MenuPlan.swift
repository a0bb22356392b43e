import BoardKit
import JSON
import Sync

/// The changes that an import of a file would make to the menu.
struct MenuPlan {
    /// The new sections, and the new or changed dishes with their changed values, as the event
    /// contains them.
    private(set) var sections: [String: JSON] = [:]
    private(set) var dishes: [String: JSON] = [:]
    private(set) var addedCount = 0
    private(set) var changedCount = 0
    private(set) var unchangedCount = 0
    /// The reason to import nothing: the line of the first dish beyond a limit.
    private(set) var fault: MenuFile.Fault?

    private let board: Orders
    private let rev: Int
    /// The ids of the new sections, by their folded names.
    private var newSections: [String: SectionID] = [:]
    private var dishCount: Int
    private var bytes: Int

    /// - Parameter rev: the revision that the event would have.
    init(_ file: MenuFile, on board: Orders, rev: Int) {
        self.board = board
        self.rev = rev
        dishCount = board.menu.dishCount
        bytes = board.menu.bytes
        let found = Self.dishesByName(board)
        var fileCounts: [String: Int] = [:]
        for dish in file.dishes { fileCounts[Menu.folded(dish.name), default: 0] += 1 }
        for dish in file.dishes {
            let name = Menu.folded(dish.name)
            let namesakes = found[name] ?? []
            let moved = namesakes.count == 1 && fileCounts[name] == 1 ? namesakes.first : nil
            take(dish, movedFrom: moved)
            if fault != nil { return }
        }
    }

    var isEmpty: Bool { sections.isEmpty && dishes.isEmpty }

    /// The event's data.
    var data: [String: JSON?] {
        [
            "sections": .object(sections), "dishes": .object(dishes), "added": JSON(addedCount),
            "changed": JSON(changedCount), "unchanged": JSON(unchangedCount),
            "newSections": JSON(sections.count),
        ]
    }

    /// The dishes on the menu, by their folded names.
    private static func dishesByName(_ board: Orders) -> [String: [DishID]] {
        var found: [String: [DishID]] = [:]
        for order in board.menu.dishes.values {
            for place in order {
                guard let dish = board.dishes[place.id] else { continue }
                found[Menu.folded(dish.name), default: []].append(place.id)
            }
        }
        return found
    }

    /// - Parameter namesake: the only dish of that name on the menu, if the name is also unique in
    ///   the file.
    private mutating func take(_ dish: MenuFileDish, movedFrom namesake: DishID?) {
        guard let section = section(of: dish) else { return }
        let known = board.menu.dish(named: dish.name, in: section) ?? namesake
        guard let known, let old = board.dishes[known] else { return add(dish, to: section) }
        var data = Self.changes(from: old, to: dish)
        if old.section != section {
            data["section"] = .string(section.text)
            data["rank"] = .string(nextRank.text)
        }
        guard !data.isEmpty else {
            unchangedCount += 1
            return
        }
        changedCount += 1
        var new = old
        new.change(by: .object(data))
        bytes += Menu.bytes(of: new) - Menu.bytes(of: old)
        // Add the name for people who read the event.
        data["name"] = .string(new.name)
        dishes[known.text] = .object(data)
        checkSize(dish)
    }

    private mutating func add(_ dish: MenuFileDish, to section: SectionID) {
        var new = Dish(rank: nextRank, section: section, name: dish.name, price: dish.price)
        new.description = dish.description.isEmpty ? nil : dish.description
        new.allergens = dish.allergens
        new.vat = dish.vat
        new.texts = dish.texts ?? MenuTexts()
        dishCount += 1
        guard dishCount <= Menu.dishCountMax else {
            return refuse(
                dish, Reason(.tooManyDishes, ["max": JSON(Menu.dishCountMax)]))
        }
        bytes += Menu.bytes(of: new)
        dishes[DishID(rev: rev, place: addedCount).text] = new.json
        addedCount += 1
        checkSize(dish)
    }

    /// New dishes and moved ones come last, in the order of the file.
    private var nextRank: Rank { Rank(lastAt: rev, place: addedCount + changedCount) }

    private static func changes(from old: Dish, to dish: MenuFileDish) -> [String: JSON] {
        var data: [String: JSON] = [:]
        if old.name != dish.name { data["name"] = .string(dish.name) }
        if old.price != dish.price { data["price"] = JSON(dish.price) }
        if old.description ?? "" != dish.description {
            data["description"] = dish.description.isEmpty ? .null : .string(dish.description)
        }
        if let allergens = dish.allergens, allergens != old.allergens {
            data["allergens"] = allergens.member
        }
        if let vat = dish.vat, vat != old.vat { data["vat"] = JSON(vat) }
        if let texts = dish.texts, texts != old.texts {
            data["texts"] = texts.isEmpty ? .null : texts.member
        }
        return data
    }

    /// Returns the section of a dish, and creates it if no section has the name.
    private mutating func section(of dish: MenuFileDish) -> SectionID? {
        if let known = board.menu.section(named: dish.section) { return known }
        let name = Menu.folded(dish.section)
        if let new = newSections[name] { return new }
        guard board.menu.sections.count + newSections.count < Menu.sectionCountMax else {
            refuse(dish, Reason(.tooManySections, ["max": JSON(Menu.sectionCountMax)]))
            return nil
        }
        let id = SectionID(rev: rev, place: newSections.count)
        let section = Section(
            rank: Rank(lastAt: rev, place: newSections.count), name: dish.section)
        newSections[name] = id
        sections[id.text] = section.json
        bytes += Menu.bytes(of: section)
        return id
    }

    private mutating func checkSize(_ dish: MenuFileDish) {
        if bytes > Menu.bytesMax { refuse(dish, Reason(.menuTooLarge)) }
    }

    private mutating func refuse(_ dish: MenuFileDish, _ reason: Reason) {
        fault = MenuFile.Fault(line: dish.line, column: 1, message: reason.message())
    }
}
