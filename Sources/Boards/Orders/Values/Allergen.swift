import BoardKit
import JSON
import Sync

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
