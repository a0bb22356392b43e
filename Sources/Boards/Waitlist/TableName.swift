import JSON

/// Where a party is seated: a text of 1 to 24 characters on one line.
struct TableName: ArgumentValue {
    static let charactersMax = 24

    let text: String

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let table = argument.text.map(TypedText.init(folding:)),
            table.hasCharacters(upTo: Self.charactersMax), !table.hasControlCharacters
        else {
            throw ArgumentProblem(
                message: "\(label) must be a text of 1 to \(Self.charactersMax) characters")
        }
        text = table.text
    }
}
