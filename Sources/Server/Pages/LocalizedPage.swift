import HTTP
import HTTPTypes
import JSON
import Sync

/// A page in one of the languages that guests and the room read.
struct LocalizedPage: Sendable {
    let language: Language
    let template: Template
    /// All of its texts, for its scripts: JSON as it may stand in a script element.
    private let texts: String

    /// - Parameters:
    ///   - html: with `{{text.key}}` where words stand. A sentence may have places of its own,
    ///     `{size}`, which become the template's.
    ///   - texts: an object of sentences by their keys.
    /// - Returns: `nil` when these are no texts.
    init?(in language: Language, html: [UInt8], texts: [UInt8]) {
        guard let json = try? JSON(parsing: texts), let sentences = json.members else { return nil }
        self.language = language
        self.texts = Template.embedded(json.canonical)
        template = Template(
            String(decoding: html, as: UTF8.self),
            replacing: { place in
                guard place.hasPrefix("text.") else { return nil }
                return sentences[String(place.dropFirst(5))]?.text.map(Self.withPlaces)
            })
    }

    private static func withPlaces(_ sentence: String) -> String {
        Template.escaped(sentence).replacing("{", with: "{{").replacing("}", with: "}}")
    }

    /// What fills the places that every such page has.
    ///
    /// - Parameter venue: links lead to the page in its other languages.
    func values(for venue: VenueRecord) -> [String: String] {
        let link = template.row("language-link")
        let links = venue.languages.filter { $0 != language }.compactMap { other in
            link?.filled([
                "code": other.rawValue, "ownName": other.ownName, "venue": venue.slug,
            ])
        }
        return [
            "language": language.rawValue, "texts": texts,
            "languageLinks": String(decoding: links.joined(), as: UTF8.self),
        ]
    }
}

extension Language {
    /// What a guest's browser asks for of the house's languages, or else the house's own. What was
    /// chosen on the page itself goes first.
    static func chosen(by request: Request, of venue: VenueRecord) -> Language {
        let chosen = request.query["lang"].flatMap(Language.init(rawValue:))
        if let chosen, venue.languages.contains(chosen) { return chosen }
        let best = AcceptedLanguages(request.fields[.acceptLanguage])
            .best(of: venue.languages.map(\.rawValue))
        return best.flatMap(Language.init(rawValue:)) ?? venue.languages[0]
    }
}
