package import Boards
package import Gateway
import HTTP
import HTTPTypes
import JSON
package import Sync

/// A page in one of its languages.
package struct LocalizedPage: Sendable {
    let language: Language
    package let template: Template
    /// The page's texts for its scripts, as JSON.
    private let texts: [UInt8]
    /// The texts that pages share, in the same form.
    private let sharedTexts: [UInt8]

    /// Returns `nil` if `texts` or `sharedTexts` is not a JSON object, or a place stands where it
    /// may not.
    ///
    /// - Parameters:
    ///   - html: the page, with `{{text.key}}` in place of texts. A text may have places of its
    ///     own, such as `{size}`, which become places of the template.
    ///   - texts: an object with the page's texts, by their keys.
    ///   - sharedTexts: an object with the texts that pages share. The page's own texts override
    ///     them.
    ///   - boardTexts: the boards' texts, by their keys. The page's own texts override these, too.
    init?(
        in language: Language, html: [UInt8], texts: [UInt8], sharedTexts: [UInt8],
        boardTexts: [String: JSON] = [:]
    ) {
        guard let own = try? JSON(parsing: texts), let shared = try? JSON(parsing: sharedTexts),
            let ownSentences = own.members, let sharedSentences = shared.members
        else { return nil }
        let sentences = ownSentences.merging(boardTexts) { own, _ in own }
        let template = try? Template(html) { place in
            guard place.hasPrefix("text.") else { return nil }
            let key = String(place.dropFirst(5))
            return (sentences[key] ?? sharedSentences[key])?.text.map(Self.withPlaces)
        }
        guard let template else { return nil }
        self.template = template
        self.language = language
        self.texts = JSON.object(sentences).canonical
        self.sharedTexts = shared.canonical
    }

    private static func withPlaces(_ sentence: String) -> String {
        Template.escaped(sentence).replacing("{", with: "{{").replacing("}", with: "}}")
    }

    /// Returns the values for the places that every such page has.
    ///
    /// - Parameters:
    ///   - settings: the venue's settings. Links lead to the page in the venue's other languages.
    ///   - actor: the person the page is made for; `nil` if it is for anybody.
    package func values(
        for settings: VenueProfile, venue slug: String, as actor: Actor? = nil
    ) -> [String: Template.Value] {
        let link = template.row("language-link")
        let links = settings.languages.filter { $0 != language }.compactMap { other in
            link?.filled([
                "code": .text(other.rawValue), "ownName": .text(other.ownName),
                "venue": .text(slug), "as": .text(actor?.text ?? ""),
            ])
        }
        return [
            "language": .text(language.rawValue), "texts": .json(texts),
            "sharedTexts": .json(sharedTexts), "languageLinks": .html(Array(links.joined())),
        ]
    }
}

extension Language {
    /// The language that a request's address chooses: `?lang=es`.
    static func inAddress(of request: Request) -> Language? {
        request.query["lang"].flatMap(Language.init(rawValue:))
    }

    /// The languages for people who work in a venue, the best first: the address's choice, the one
    /// that this browser has kept, the venue's first language, English.
    static func preferred(by request: Request, of settings: VenueProfile) -> [Language] {
        let chosen = inAddress(of: request)
        let kept = LanguageCookie.language(of: request)
        return [chosen, kept, settings.languages[0], .english].compactMap(\.self)
    }

    /// The language for people of whom no venue is known: the address's choice, or the browser's
    /// among all languages, or English.
    static func asked(by request: Request?) -> Language {
        if let chosen = request.flatMap(inAddress) { return chosen }
        let best = AcceptedLanguages(request?.fields[.acceptLanguage])
            .best(of: allCases.map(\.rawValue))
        return best.flatMap(Language.init(rawValue:)) ?? .english
    }

    /// The language for a guest: the address's choice, or the browser's among the venue's
    /// languages, or the venue's first language.
    package static func chosen(by request: Request, of settings: VenueProfile) -> Language {
        let chosen = inAddress(of: request)
        if let chosen, settings.languages.contains(chosen) { return chosen }
        let best = AcceptedLanguages(request.fields[.acceptLanguage])
            .best(of: settings.languages.map(\.rawValue))
        return best.flatMap(Language.init(rawValue:)) ?? settings.languages[0]
    }
}
