package import BoardKit
package import JSON
package import Sync

/// The languages of a house, each once, its own first.
package struct LanguageList: ArgumentValue {
    package static let schema = Schema(
        .list(
            of: Schema(.choice(Language.allCases.map(\.rawValue))), countMin: 1,
            countMax: Language.allCases.count, isUnique: true))

    package let languages: [Language]

    package init(_ argument: JSON) throws(Reason) {
        let languages = argument.texts?.compactMap(Language.init(rawValue:)) ?? []
        guard !languages.isEmpty, languages.count == argument.texts?.count,
            Set(languages).count == languages.count
        else {
            throw Reason(.badList, ["choices": Language.choices])
        }
        self.languages = languages
    }
}
