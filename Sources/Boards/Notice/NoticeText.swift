import JSON

/// What a notice says: 1 to 200 characters after trimming, line breaks legal.
struct NoticeText: ArgumentValue {
    static let charactersMax = 200

    let text: String

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let typed = argument.text else {
            throw ArgumentProblem(message: "\(label) must be a text")
        }
        let notice = TypedText(typed)
        guard !notice.text.isEmpty else { throw .isRequired(label) }
        guard !notice.isLonger(than: Self.charactersMax) else {
            throw ArgumentProblem(
                message: "\(label) must be at most \(Self.charactersMax) characters")
        }
        guard !notice.hasControlCharacters else {
            throw ArgumentProblem(message: "\(label) must not contain control characters")
        }
        text = notice.text
    }
}
