import BoardKit
import JSON
import Sync

/// A dish of the menu, as its events have made it.
struct Dish: Sendable, Equatable {
    var rank: Rank
    var section: SectionID
    var name: String
    /// In the currency's smallest unit.
    var price: Int
    var description: String?
    /// `nil` if nobody has stated them; empty if it has been stated that there are none.
    var allergens: [Allergen]?
    /// In hundredths of a percent; `nil` for the rate of the settings.
    var vat: Int?
    /// `nil` for the station of its section.
    var station: String?
    var texts = MenuTexts()
    /// How many there would be left if none had ever been placed; `nil` if there are plenty. What
    /// was placed is counted apart from it, so that a change of this number can be undone whatever
    /// was placed since.
    var stock: Int?
}

extension Dish {
    /// Reads the data of the event that adds a dish. Returns `nil` for anything else.
    init?(_ data: JSON) {
        guard let rank = data["rank"]?.text.flatMap(Rank.init(_:)),
            let section = data["section"]?.text.flatMap(SectionID.init(_:)),
            let name = data["name"]?.text, let price = data["price"]?.integer
        else { return nil }
        self.init(rank: rank, section: section, name: name, price: price)
        change(by: data)
    }

    /// Everything but the stock, for an event.
    var data: JSON {
        JSON(present: [
            "rank": .string(rank.text), "section": .string(section.text), "name": .string(name),
            "price": JSON(price), "description": description.map(JSON.string),
            "allergens": allergens?.json, "vat": vat.map { JSON($0) },
            "station": station.map(JSON.string), "texts": texts.json,
        ])
    }

    /// The row that everybody sees.
    ///
    /// - Parameters:
    ///   - usualVAT: the rate of dishes that have none of their own.
    ///   - left: how many are left; `nil` if there are plenty.
    func row(usualVAT: Int, left: Int?) -> JSON {
        var members = data.members ?? [:]
        members["vat"] = JSON(vat ?? usualVAT)
        members["left"] = left.map { JSON($0) }
        return .object(members)
    }

    /// Applies the members of an event that are present; `null` removes a value.
    mutating func change(by data: JSON) {
        rank = data["rank"]?.text.flatMap(Rank.init(_:)) ?? rank
        section = data["section"]?.text.flatMap(SectionID.init(_:)) ?? section
        name = data["name"]?.text ?? name
        price = data["price"]?.integer ?? price
        if let description = data["description"] { self.description = description.text }
        if let allergens = data["allergens"] { self.allergens = [Allergen](allergens) }
        if let vat = data["vat"] { self.vat = vat.integer }
        if let station = data["station"] { self.station = station.text }
        if let texts = data["texts"] { self.texts = MenuTexts(stored: texts) }
    }
}

extension Dish: FieldState {
    static let blank = Dish(
        rank: Rank(lastAt: 1), section: SectionID(number: 0), name: "", price: 0)

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&rank, old.rank)
        try fields(&section, old.section)
        try fields(&name, old.name)
        try fields(&price, old.price)
        try fields(&description, old.description)
        try fields(&allergens, old.allergens)
        try fields(&vat, old.vat)
        try fields(&station, old.station)
        try fields(&texts, old.texts)
        try fields(&stock, old.stock)
    }
}
