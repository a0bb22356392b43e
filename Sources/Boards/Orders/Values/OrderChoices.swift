import BoardKit
import JSON
import Sync

/// The kind of a tab.
enum TabKind: String, Sendable, ChoiceValue, SavedCase {
    static let problem = ProblemDeclaration.badKind

    case table
    case takeaway
    case delivery
}

/// The status of a tab.
enum TabStatus: String, Sendable, CaseIterable, SavedCase {
    case open
    case closed
    case cancelled
    /// Its lines and payments are another tab's.
    case merged
}

/// The status of a line between being wished for and being eaten.
enum LineStatus: String, Sendable, CaseIterable, SavedCase {
    case basket
    case placed
    case cooking
    case done
    case served
    case cancelled

    /// Whether the kitchen still has to do something for it.
    var isInKitchen: Bool { self == .placed || self == .cooking }

    /// Whether it was placed and not cancelled.
    var counts: Bool { self != .basket && self != .cancelled }
}

/// How somebody paid.
enum PaymentMethod: String, Sendable, ChoiceValue, SavedCase {
    static let problem = ProblemDeclaration.badMethod

    case cash
    case card
    case other
}

/// What guests may do with the tab of their ticket.
enum GuestOrders: String, Sendable, CaseIterable, StoredValue {
    case place
    /// They fill the basket, and staff place it.
    case basket
    /// They only read.
    case off
}

/// The allergens that the European Union requires restaurants to name (Regulation 1169/2011, annex
/// II).
enum Allergen: String, Sendable, CaseIterable, SavedCase {
    case gluten
    case crustaceans
    case eggs
    case fish
    case peanuts
    case soybeans
    case milk
    case nuts
    case celery
    case mustard
    case sesame
    case sulphites
    case lupin
    case molluscs
}

/// The allergens of a dish, each once, in the order of their declaration.
struct AllergenList: StoredValue {
    static let schema = Schema(
        .list(
            of: Schema(.choice(Allergen.allCases.map(\.rawValue))),
            countMax: Allergen.allCases.count, isUnique: true))

    let allergens: [Allergen]
    var stored: JSON { allergens.member }

    init(_ argument: JSON) throws(Reason) {
        let named = Set(argument.texts?.compactMap(Allergen.init(rawValue:)) ?? [])
        guard let texts = argument.texts, texts.count == named.count else { throw Self.reason }
        allergens = Allergen.allCases.filter(named.contains)
    }

    private static let reason = Reason(
        .badAllergens, ["choices": .array(Allergen.allCases.map { .string($0.rawValue) })])
}
