import Destinations
import Foundation
package import Sync
import URIText

/// A web address that people typed or pasted, in the form of a `Destination`.
///
/// A host name is converted to its form in the DNS (RFC 5891), and illegal characters after it are
/// escaped (RFC 3986, section 2.1). Line breaks, which mail programs insert into long addresses,
/// are removed. Doubtful characters, such as a space in the host, stay unchanged.
package struct TypedAddress {
    /// - Parameters:
    ///   - isRequired: whether the address must not be empty.
    ///   - names: the placeholders that it must contain in braces.
    package static func schema(isRequired: Bool = false, naming names: [String] = []) -> Schema {
        let lookaheads = names.map { #"(?=[\s\S]*\{\#($0)\})"# }.joined()
        let address = #"[Hh][Tt][Tt][Pp][Ss]?://"# + lookaheads + #"[\s\S]+"#
        return Schema(
            .text(
                charactersMin: isRequired ? 1 : 0, charactersMax: Destination.bytesMax,
                pattern: isRequired ? "^\\s*\(address)$" : "^\\s*(\(address))?$"))
    }

    package let text: String

    package init(_ typed: String) {
        let typed = TypedText(typed).text.filter { !$0.isNewline && $0 != "\t" }
        guard let colon = typed.firstRange(of: "://") else {
            text = typed
            return
        }
        let scheme = typed[..<colon.upperBound].lowercased()
        let authority = typed[colon.upperBound...].prefix { !"/?#".contains($0) }
        let rest = PercentCoding.escapeIllegal(in: typed[authority.endIndex...])
        text = scheme + Self.canonical(authority) + rest
    }

    private static func canonical(_ authority: Substring) -> String {
        guard !authority.utf8.allSatisfy({ $0 < 0x80 }), !authority.contains("@"),
            let components = URLComponents(string: "https://" + authority),
            let host = components.encodedHost
        else { return String(authority) }
        return components.port.map { "\(host):\($0)" } ?? host
    }
}
