import BoardKit
package import Gateway
import HTTP
import HTTPTypes

/// The cookie that keeps the language in which people read the staff's pages in one browser. Whoever
/// opens such a page with `?lang=es` has chosen it.
enum LanguageCookie {
    /// The maximum number of cookies in a field that are looked at.
    private static let pairCountMax = 32

    /// Browsers accept a cookie with this prefix only from the host itself, over TLS.
    private static func name(isSecure: Bool) -> String {
        isSecure ? "__Host-tablecast-language" : "tablecast-language"
    }

    /// Returns the language that the browser has kept; `nil` if it has kept none.
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

    /// Returns the `Set-Cookie` value (RFC 6265) by which a browser keeps a language for 400 days.
    static func setValue(_ language: Language, isSecure: Bool) -> String {
        "\(name(isSecure: isSecure))=\(language.rawValue); Path=/; Max-Age=34560000"
            + "; HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"
    }
}

extension Response {
    /// Has the browser keep the language that the request's address chooses, if it chooses one.
    package func keepingLanguage(of request: Request) -> Response {
        guard let chosen = Language.inAddress(of: request) else { return self }
        var response = self
        let value = LanguageCookie.setValue(chosen, isSecure: request.isSecure)
        response.fields.append(HTTPField(name: .setCookie, value: value))
        return response
    }
}
