import Sync

/// A party's name: NFC, on one line, 1 to 80 characters, no control characters.
struct PartyName: BoundedText {
    static let charactersMax = 80
    static let bytesMax: Int? = 400
    static let isOneLine = true
    static let invisibleProblem: ProblemDeclaration? = .required

    let text: String

    init(checked text: String) { self.text = text }
}

/// What the host should know about a party: up to 500 characters after trimming. Line breaks are
/// legal. White space alone counts as empty.
struct PartyNotes: BoundedText {
    static let charactersMax = 500
    static let mayBeEmpty = true

    let text: String

    init(checked text: String) { self.text = text }
}
