import Sync

/// The menu in the HTML of a page: a television shows it without scripts, and a phone with a slow
/// network before it has them.
struct MenuRows {
    /// A heading for each section that has dishes, followed by the dishes.
    private let rows: [[String: String]]

    /// - Parameter headingLevel: the level of the sections' headings in the page. Those of dishes are
    ///   one below.
    init(_ board: Orders, in language: Language, headingLevel: Int) {
        let money = MoneyWriter(board.currency, in: language)
        rows = board.menu.sections.flatMap { place -> [[String: String]] in
            let dishes = (board.menu.dishes[place.id] ?? RankOrder()).compactMap { dish in
                board.shownDish(dish.id).map {
                    Self.row($0, dish.id, money, in: language, level: headingLevel + 1)
                }
            }
            guard let section = board.sections[place.id], !dishes.isEmpty else { return [] }
            return [Self.row(section, place.id, in: language, level: headingLevel)] + dishes
        }
    }

    private static func row(
        _ section: Section, _ id: SectionID, in language: Language, level: Int
    ) -> [String: String] {
        [
            "kind": "section", "level": "\(level)", "key": id.text,
            "name": section.texts.name(in: language) ?? section.name, "price": "",
            "description": "",
        ]
    }

    private static func row(
        _ shown: ShownDish, _ id: DishID, _ money: MoneyWriter, in language: Language, level: Int
    ) -> [String: String] {
        let dish = shown.dish
        return [
            "kind": shown.left == 0 ? "dish is-sold-out" : "dish", "level": "\(level)",
            "key": id.text,
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
