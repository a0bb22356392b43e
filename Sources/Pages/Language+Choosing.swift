import BoardKit
import Gateway
import HTTP
import HTTPTypes

extension Language {
    /// The language that a request's address chooses: `?lang=es`.
    static func inAddress(of request: Request) -> Language? {
        request.query["lang"].flatMap(Language.init(rawValue:))
    }

    /// The languages for people who work in a venue, by preference: the address's choice, the one
    /// that this browser has stored, the venue's first language, English.
    static func preferred(by request: Request, of settings: VenueProfile) -> [Language] {
        let chosen = inAddress(of: request)
        let kept = LanguageCookie.language(of: request)
        return [chosen, kept, settings.languages[0], .english].compactMap(\.self)
    }

    /// The language for people whose venue is unknown: the address's choice, or the browser's among
    /// all languages, or English.
    static func asked(by request: Request?) -> Language {
        if let chosen = request.flatMap(inAddress) { return chosen }
        let best = AcceptedLanguages(request?.fields[.acceptLanguage])
            .best(of: allCases.map(\.rawValue))
        return best.flatMap(Language.init(rawValue:)) ?? .english
    }

    /// The language for a guest: the address's choice, or the browser's among the venue's
    /// languages, or the venue's first language.
    static func chosen(by request: Request, of settings: VenueProfile) -> Language {
        let chosen = inAddress(of: request)
        if let chosen, settings.languages.contains(chosen) { return chosen }
        let best = AcceptedLanguages(request.fields[.acceptLanguage])
            .best(of: settings.languages.map(\.rawValue))
        return best.flatMap(Language.init(rawValue:)) ?? settings.languages[0]
    }
}
