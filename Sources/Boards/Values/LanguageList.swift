import JSON
import Sync

/// The languages of a house, each once, its own first.
struct LanguageList: ArgumentValue {
    static let schema = Schema(
        .list(
            of: Schema(.choice(Language.allCases.map(\.rawValue))), countMin: 1,
            countMax: Language.allCases.count, isUnique: true))

    let languages: [Language]

    init(_ argument: JSON) throws(Reason) {
        let languages = argument.texts?.compactMap(Language.init(rawValue:)) ?? []
        guard !languages.isEmpty, languages.count == argument.texts?.count,
            Set(languages).count == languages.count
        else {
            throw Reason(.badList, ["choices": Language.choices])
        }
        self.languages = languages
    }
}

extension [Language] {
    var json: JSON { .array(map { .string($0.rawValue) }) }
}
