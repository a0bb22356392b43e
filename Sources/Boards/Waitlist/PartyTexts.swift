import BoardKit
package import Sync

/// A party's name: NFC, on one line, 1 to 80 characters, no control characters.
package struct PartyName: BoundedText {
    package static let charactersMax = 80
    package static let bytesMax: Int? = 400
    package static let isOneLine = true
    package static let invisibleProblem: ProblemDeclaration? = .required

    package let text: String

    package init(checked text: String) { self.text = text }
}

/// What the host should know about a party: up to 500 characters after trimming. Line breaks are
/// legal. White space alone counts as empty.
package struct PartyNotes: BoundedText {
    package static let charactersMax = 500
    package static let mayBeEmpty = true

    package let text: String

    package init(checked text: String) { self.text = text }
}
