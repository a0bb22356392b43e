import BoardKit
import JSON
import Sync

/// A dish of the menu.
struct Dish: Sendable, Equatable {
    var rank: Rank
    var section: SectionID
    var name: String
    /// In the currency's smallest unit.
    var price: Int
    var description: String?
    /// `nil` if they are unknown; empty if the dish is known to have none.
    var allergens: [Allergen]?
    /// In hundredths of a percent; `nil` for the rate of the settings.
    var vat: Int?
    /// `nil` for the station of its section.
    var station: String?
    var texts = MenuTexts()
    /// The number that would be left if none had ever been placed; `nil` if the dish is not
    /// limited. Placed ones are counted separately, so that a change of this number can be undone
    /// whatever was placed since.
    var stock: Int?
}

extension Dish {
    /// The fields of a dish that people enter, besides its section, in the order in which problems
    /// are reported.
    static let fields = [
        FieldDeclaration("name", DishName.self, "As the menu shows it", isRequired: true),
        FieldDeclaration(
            "price", Price.self, "In the currency's smallest unit", isRequired: true),
        FieldDeclaration("description", DishDescription.self, "What it is made of"),
        FieldDeclaration(
            "allergens", AllergenList.self,
            "Which of the allergens it contains; empty for none, null if that is not stated"),
        FieldDeclaration("vat", VATRate.self, "Value added tax in hundredths of a percent"),
        FieldDeclaration("station", Station.self, "Where in the kitchen it is made"),
        FieldDeclaration("texts", MenuTexts.self, "Name and description in further languages"),
    ]

    /// Returns the row for everybody.
    ///
    /// - Parameters:
    ///   - usualVAT: the rate of dishes without a rate of their own.
    ///   - left: how many are left; `nil` if the dish is not limited.
    func row(usualVAT: Int, left: Int?) -> JSON {
        var members = members()
        members["vat"] = JSON(vat ?? usualVAT)
        members["left"] = left.map { JSON($0) }
        return .object(members)
    }
}

extension Dish: FieldState {
    static let blank = Dish(
        rank: Rank(lastAt: 1), section: SectionID(number: 0), name: "", price: 0)

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("rank", &rank, old.rank)
        try fields("section", &section, old.section)
        try fields("name", &name, old.name)
        try fields("price", &price, old.price)
        try fields("description", &description, old.description)
        try fields("allergens", &allergens, old.allergens)
        try fields("vat", &vat, old.vat)
        try fields("station", &station, old.station)
        try fields("texts", &texts, old.texts)
        try fields(&stock, old.stock)
    }
}
