import Destinations
import Foundation
package import Sync
import URIText

/// An address of the web as people type or paste it, in the spelling that a `Destination` has.
///
/// The name of a host becomes the one that the DNS knows (RFC 5891), and characters that no address
/// may have are escaped behind it (RFC 3986, section 2.1). Line breaks, which mail programs put into
/// long addresses, are left out. What is in doubt, such as a space in the host, stays as it is.
package struct TypedAddress {
    /// - Parameters:
    ///   - isRequired: Whether there must be an address.
    ///   - names: What stands in it in braces.
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
