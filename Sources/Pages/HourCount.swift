import Gateway
import HTTP
import HTTPTypes

/// Whether a reader counts the hours to 12 or to 24, by the language that the browser is set to. The
/// pages' scripts find it out in the same way (`Public/js/hours.js`).
enum HourCount: Int {
    case twelve = 12
    case twentyFour = 24

    /// - Parameter request: without languages, a reader counts to 24.
    init(readingBy request: Request) {
        let preferred = AcceptedLanguages(request.fields[.acceptLanguage]).preferred ?? ""
        let parts = preferred.split(separator: "-").map(String.init)
        let region = parts.dropFirst().last { $0.count == 2 || $0.allSatisfy(\.isNumber) }
        self = Self.countsToTwelve(parts.first ?? "", region) ? .twelve : .twentyFour
    }

    private static func countsToTwelve(_ language: String, _ region: String?) -> Bool {
        switch language {
        case "en": !["gb", "ie", "za", "ng", "ke", "mt", "il", "150"].contains(region)
        case "es": ![nil, "es", "gq"].contains(region)
        case "zh": ["tw", "hk"].contains(region)
        case "ar": region != "ma" && region != "dz" && region != "tn"
        default: languages.contains(language)
        }
    }

    private static let languages: Set = [
        "am", "bn", "el", "fil", "gu", "hi", "kn", "ko", "ml", "mr", "ms", "pa", "sq", "ta", "te",
        "tl", "ur",
    ]
}
