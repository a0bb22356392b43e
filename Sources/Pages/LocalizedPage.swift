package import Boards
package import Gateway
import HTTP
import HTTPTypes
import JSON
package import Sync

/// A page in one of the languages that it is written in.
package struct LocalizedPage: Sendable {
    let language: Language
    package let template: Template
    /// All of its own texts, for its scripts: JSON as it may stand in a script element.
    private let texts: String
    /// The same of the texts that pages share.
    private let sharedTexts: String

    /// - Parameters:
    ///   - html: with `{{text.key}}` where words stand. A sentence may have places of its own,
    ///     `{size}`, which become the template's.
    ///   - texts: an object of sentences by their keys.
    ///   - sharedTexts: another, of the parts that several pages have. The page's own go first.
    ///   - boardTexts: what boards say on it, by their keys; the page's own go first here too.
    /// - Returns: `nil` when these are no texts.
    init?(
        in language: Language, html: [UInt8], texts: [UInt8], sharedTexts: [UInt8],
        boardTexts: [String: JSON] = [:]
    ) {
        guard let own = try? JSON(parsing: texts), let shared = try? JSON(parsing: sharedTexts),
            let ownSentences = own.members, let sharedSentences = shared.members
        else { return nil }
        let sentences = ownSentences.merging(boardTexts) { own, _ in own }
        self.language = language
        self.texts = Template.embedded(JSON.object(sentences).canonical)
        self.sharedTexts = Template.embedded(shared.canonical)
        template = Template(
            String(decoding: html, as: UTF8.self),
            replacing: { place in
                guard place.hasPrefix("text.") else { return nil }
                let key = String(place.dropFirst(5))
                return (sentences[key] ?? sharedSentences[key])?.text.map(Self.withPlaces)
            })
    }

    private static func withPlaces(_ sentence: String) -> String {
        Template.escaped(sentence).replacing("{", with: "{{").replacing("}", with: "}}")
    }

    /// What fills the places that every such page has.
    ///
    /// - Parameters:
    ///   - settings: links lead to the page in the house's other languages.
    ///   - actor: whose page it is, where it is somebody's.
    package func values(
        for settings: VenueProfile, venue slug: String, as actor: Actor? = nil
    ) -> [String: String] {
        let link = template.row("language-link")
        let links = settings.languages.filter { $0 != language }.compactMap { other in
            link?.filled([
                "code": other.rawValue, "ownName": other.ownName, "venue": slug,
                "as": actor?.text ?? "",
            ])
        }
        return [
            "language": language.rawValue, "texts": texts, "sharedTexts": sharedTexts,
            "languageLinks": String(decoding: links.joined(), as: UTF8.self),
        ]
    }
}

extension Language {
    /// The languages in which those who work in a house would read its pages, the best first: the one
    /// that the address names, the house's own, English.
    static func preferred(by request: Request, of settings: VenueProfile) -> [Language] {
        let chosen = request.query["lang"].flatMap(Language.init(rawValue:))
        return [chosen, settings.languages[0], .english].compactMap(\.self)
    }

    /// What somebody's browser asks for of all languages, or else English. What the address names goes
    /// first.
    static func asked(by request: Request?) -> Language {
        if let chosen = request?.query["lang"].flatMap(Language.init(rawValue:)) { return chosen }
        let best = AcceptedLanguages(request?.fields[.acceptLanguage])
            .best(of: allCases.map(\.rawValue))
        return best.flatMap(Language.init(rawValue:)) ?? .english
    }

    /// What a guest's browser asks for of the house's languages, or else the house's own. What was
    /// chosen on the page itself goes first.
    package static func chosen(by request: Request, of settings: VenueProfile) -> Language {
        let chosen = request.query["lang"].flatMap(Language.init(rawValue:))
        if let chosen, settings.languages.contains(chosen) { return chosen }
        let best = AcceptedLanguages(request.fields[.acceptLanguage])
            .best(of: settings.languages.map(\.rawValue))
        return best.flatMap(Language.init(rawValue:)) ?? settings.languages[0]
    }
}
