package import JSON

/// The languages of guests' pages and the room's screens, by their tags (RFC 5646).
public enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case italian = "it"

    /// The language's name in the language itself.
    public var ownName: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        case .french: "Français"
        case .spanish: "Español"
        case .italian: "Italiano"
        }
    }
}

extension [Language] {
    package var json: JSON { .array(map { .string($0.rawValue) }) }
}
