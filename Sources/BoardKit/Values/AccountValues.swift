package import JSON
package import Sync

/// A user's name at a server, or the id of a client at Google.
package struct AccountUser: BoundedText {
    package static let charactersMax = 200
    package static let isOneLine = true
    package static let invisibleProblem: ProblemDeclaration? = .required

    package let text: String

    package init(text: String) { self.text = text }
}

/// A password, exactly as it was typed.
package struct AccountSecret: TextValue {
    private static let bytesMax = 1_000
    package static let schema = Schema(.text(charactersMin: 1, bytesMax: bytesMax))

    package let text: String

    package init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text else { throw Reason(.noText) }
        guard text.utf8.count <= Self.bytesMax else {
            throw Reason(.tooLong, ["max": JSON(Self.bytesMax)])
        }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw Reason(.controlCharacters)
        }
        self.text = text
    }

    package var isEmpty: Bool { text.isEmpty }
}
