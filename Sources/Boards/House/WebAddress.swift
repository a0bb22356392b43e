import JSON

/// Where something is posted to: `https://example.org/hooks/42`, of printable ASCII.
struct WebAddress: ArgumentValue {
    static let bytesMax = 500

    let text: String

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        let problem = ArgumentProblem(
            message: "\(label) must be an address such as https://example.org/hook")
        guard let typed = argument.text else { throw problem }
        let text = TypedText(typed).text
        guard text.isEmpty || Self.hasHost(text), text.utf8.count <= Self.bytesMax,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw problem }
        self.text = text
    }

    /// A host, and nobody's name and password before it.
    private static func hasHost(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
            return false
        }
        let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        return !authority.isEmpty && !authority.hasPrefix(":") && !authority.contains("@")
    }

    var isEmpty: Bool { text.isEmpty }
}
