import BoardKit
package import Gateway
import HTTP
import HTTPTypes

/// The cookie that stores the language of the staff's pages in one browser. Opening such a page
/// with `?lang=es` chooses it.
enum LanguageCookie {
    /// The maximum number of cookies in a field that are read.
    private static let pairCountMax = 32

    /// Browsers accept a cookie with this prefix only from the host itself, over TLS.
    private static func name(isSecure: Bool) -> String {
        isSecure ? "__Host-tablecast-language" : "tablecast-language"
    }

    /// Returns the language that the browser has stored, if any.
    static func language(of request: Request) -> Language? {
        let start = "\(name(isSecure: request.isSecure))="
        for field in request.fields[values: .cookie] {
            for pair in field.split(separator: ";", maxSplits: pairCountMax) {
                let pair = pair.drop { $0 == " " }
                guard pair.hasPrefix(start) else { continue }
                return Language(rawValue: String(pair.dropFirst(start.count)))
            }
        }
        return nil
    }

    /// Returns the `Set-Cookie` value (RFC 6265) that stores a language in a browser for 400 days.
    static func setValue(_ language: Language, isSecure: Bool) -> String {
        "\(name(isSecure: isSecure))=\(language.rawValue); Path=/; Max-Age=34560000"
            + "; HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"
    }
}

extension Response {
    /// Makes the browser store the language that the request's address chooses, if any.
    package func keepingLanguage(of request: Request) -> Response {
        guard let chosen = Language.inAddress(of: request) else { return self }
        var response = self
        let value = LanguageCookie.setValue(chosen, isSecure: request.isSecure)
        response.fields.append(HTTPField(name: .setCookie, value: value))
        return response
    }
}
