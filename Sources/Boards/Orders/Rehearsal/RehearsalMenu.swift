import JSON

/// What the plan of a rehearsal knows of the menu. Dishes are numbered from 0, in its order.
struct RehearsalMenu: Sendable, Equatable {
    struct Dish: Sendable, Equatable {
        /// `nil` for a dish that the rehearsal adds.
        var id: String?
        var price: Int
        var station: String
    }

    let dishes: [Dish]
    /// The dishes from which one orders first, then and last. None is empty.
    let courses: [[Int]]
    /// Whether the rehearsal makes this menu.
    let isOwn: Bool

    /// The venue's menu, without dishes that cost nothing or are counted. If that leaves none, a menu
    /// of the rehearsal's own.
    ///
    /// - Parameter document: that of the view of the menu.
    init(_ document: JSON?) {
        let found = Self.sections(in: document)
        self.init(found.isEmpty ? Self.ownSections : found, isOwn: found.isEmpty)
    }

    private init(_ sections: [[Dish]], isOwn: Bool) {
        self.isOwn = isOwn
        dishes = sections.flatMap(\.self)
        var numbered: [[Int]] = []
        for section in sections {
            let first = numbered.last?.last.map { $0 + 1 } ?? 0
            numbered.append(Array(first..<first + section.count))
        }
        courses = Self.courses(of: numbered)
    }

    private static let ownSections = OwnMenu.sections.map { section in
        section.dishes.map { dish in
            Dish(price: dish.price, station: dish.station ?? section.station)
        }
    }

    private static func sections(in document: JSON?) -> [[Dish]] {
        let dishes = ranked(document?["dishes"])
        return ranked(document?["sections"]).map { section in
            dishes.filter { $0.row["section"]?.text == section.id }.compactMap { dish in
                guard let price = dish.row["price"]?.integer, price > 0, dish.row["left"] == nil
                else { return nil }
                let station = dish.row["station"]?.text ?? section.row["station"]?.text
                return Dish(id: dish.id, price: price, station: station ?? "")
            }
        }.filter { !$0.isEmpty }
    }

    private static func ranked(_ rows: JSON?) -> [(id: String, row: JSON)] {
        (rows?.members ?? [:]).map { (id: $0.key, row: $0.value) }.sorted { one, other in
            (one.row["rank"]?.text ?? "") < (other.row["rank"]?.text ?? "")
        }
    }

    /// Of five sections, the first course is of two, the second of two, and the last of one.
    private static func courses(of sections: [[Int]]) -> [[Int]] {
        (0..<3).map { course in
            let start = sections.count * 2 * course / 5
            let end = min(sections.count, sections.count * 2 * (course + 1) / 5)
            return (start < end ? sections[start..<end] : sections[...]).flatMap(\.self)
        }
    }
}
