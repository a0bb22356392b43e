import JSON

/// Words that a host sorts parties by: up to 8, each on one line and of 1 to 24 characters.
struct PartyTags: ArgumentValue {
    static let countMax = 8
    static let charactersMax = 24

    let texts: [String]
    var isEmpty: Bool { texts.isEmpty }

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        let tags = (argument.elements ?? []).compactMap { $0.text.map(TypedText.init(folding:)) }
        guard let count = argument.elements?.count, count <= Self.countMax, tags.count == count,
            tags.allSatisfy({
                $0.hasCharacters(upTo: Self.charactersMax) && !$0.hasControlCharacters
            })
        else {
            throw ArgumentProblem(
                message: "\(label) must be at most \(Self.countMax), of 1 to "
                    + "\(Self.charactersMax) characters each")
        }
        texts = tags.map(\.text)
    }
}
