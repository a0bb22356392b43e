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
        let scheme = ["https://", "http://"].first { text.hasPrefix($0) }
        guard text.isEmpty || scheme.map({ text.utf8.count > $0.utf8.count }) == true,
            text.utf8.count <= Self.bytesMax,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw problem }
        self.text = text
    }

    var isEmpty: Bool { text.isEmpty }
}
