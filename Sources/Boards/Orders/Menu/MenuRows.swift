import Sync

/// The menu in the HTML of its page, so that a television shows it without scripts. The page's
/// script draws the same blocks.
struct MenuRows {
    /// A heading for each section that has dishes, followed by the dishes.
    private let rows: [[String: String]]

    init(_ board: Orders, in language: Language) {
        let money = MoneyWriter(board.currency, in: language)
        rows = board.menu.sections.flatMap { place -> [[String: String]] in
            let dishes = (board.menu.dishes[place.id] ?? RankOrder()).compactMap { dish in
                board.shownDish(dish.id).map { Self.row($0, dish.id, money, in: language) }
            }
            guard let section = board.sections[place.id], !dishes.isEmpty else { return [] }
            return [Self.row(section, place.id, in: language)] + dishes
        }
    }

    private static func row(
        _ section: Section, _ id: SectionID, in language: Language
    ) -> [String: String] {
        [
            "kind": "section", "level": "2", "key": id.text,
            "name": section.texts.name(in: language) ?? section.name, "price": "",
            "description": "",
        ]
    }

    private static func row(
        _ shown: ShownDish, _ id: DishID, _ money: MoneyWriter, in language: Language
    ) -> [String: String] {
        let dish = shown.dish
        return [
            "kind": shown.left == 0 ? "dish is-sold-out" : "dish", "level": "3", "key": id.text,
            "name": dish.texts.name(in: language) ?? dish.name, "price": money.text(of: dish.price),
            "description": dish.texts.description(in: language) ?? dish.description ?? "",
        ]
    }

    /// The content of the page's places.
    var places: [String: PagePlace] {
        [
            "menuRows": .rows(of: "menu-row", rows),
            "menuClass": .text(rows.isEmpty ? "is-empty" : ""),
        ]
    }
}
