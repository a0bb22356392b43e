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

extension Language {
    /// Returns all languages for a new house, beginning with the one that most people speak in its
    /// time zone.
    ///
    /// - Parameter timeZone: an IANA identifier.
    public static func all(in timeZone: String) -> [Language] {
        let own = of(timeZone)
        return [own] + allCases.filter { $0 != own }
    }

    private static func of(_ timeZone: String) -> Language {
        if timeZone.hasPrefix("America/Argentina/") { return .spanish }
        return zones.first { $0.value.split(separator: " ").contains(timeZone[...]) }?.key
            ?? .english
    }

    /// The zones whose countries mainly speak one language, as in the `zone.tab` of the IANA's
    /// database. Everywhere else, English is the most likely to be understood.
    private static let zones: [Language: String] = [
        .german: "Europe/Berlin Europe/Busingen Europe/Vaduz Europe/Vienna Europe/Zurich",
        .french: "Europe/Monaco Europe/Paris",
        .italian: "Europe/Rome Europe/San_Marino Europe/Vatican",
        .spanish: """
        Africa/Ceuta Africa/Malabo America/Asuncion America/Bahia_Banderas America/Bogota \
        America/Buenos_Aires America/Cancun America/Caracas America/Chihuahua \
        America/Ciudad_Juarez America/Costa_Rica America/Coyhaique America/El_Salvador \
        America/Guatemala America/Guayaquil America/Havana America/Hermosillo America/La_Paz \
        America/Lima America/Managua America/Matamoros America/Mazatlan America/Merida \
        America/Mexico_City America/Monterrey America/Montevideo America/Ojinaga \
        America/Panama America/Puerto_Rico America/Punta_Arenas America/Santiago \
        America/Santo_Domingo America/Tegucigalpa America/Tijuana Atlantic/Canary \
        Europe/Madrid Pacific/Easter Pacific/Galapagos
        """,
    ]
}
