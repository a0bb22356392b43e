import JSON

/// A party's name as the rules have it: NFC, on one line, 1 to 80 characters, no control
/// characters; any other text is legal.
struct PartyName: ArgumentValue {
    static let charactersMax = 80
    static let bytesMax = 400

    let text: String

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let typed = argument.text else {
            throw ArgumentProblem(message: "\(label) must be a text")
        }
        let name = TypedText(folding: typed)
        guard name.isVisible else { throw .isRequired(label) }
        guard !name.isLonger(than: Self.charactersMax, bytesMax: Self.bytesMax) else {
            throw ArgumentProblem(
                message: "\(label) must be at most \(Self.charactersMax) characters")
        }
        guard !name.hasControlCharacters else {
            throw ArgumentProblem(message: "\(label) must not contain control characters")
        }
        text = name.text
    }
}
