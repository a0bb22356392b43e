import JSON

/// What the host should know about a party: up to 500 characters after trimming, line breaks legal.
/// A text of white space alone is as good as none.
struct PartyNotes: ArgumentValue {
    static let charactersMax = 500

    let text: String
    var isEmpty: Bool { text.isEmpty }

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let typed = argument.text else {
            throw ArgumentProblem(message: "\(label) must be a text")
        }
        let notes = TypedText(typed)
        guard !notes.isLonger(than: Self.charactersMax) else {
            throw ArgumentProblem(
                message: "\(label) must be at most \(Self.charactersMax) characters")
        }
        guard !notes.hasControlCharacters else {
            throw ArgumentProblem(message: "\(label) must not contain control characters")
        }
        text = notes.text
    }
}
