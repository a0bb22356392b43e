import JSON
import Sync

/// A user's name at a server, or the id of a client at Google.
struct AccountUser: BoundedText {
    static let charactersMax = 200
    static let isOneLine = true
    static let invisibleProblem: ProblemDeclaration? = .required

    let text: String

    init(checked text: String) { self.text = text }
}

/// A password, exactly as it was typed.
struct AccountSecret: ArgumentValue {
    private static let bytesMax = 1_000
    static let schema = Schema(.text(charactersMin: 1, bytesMax: bytesMax))

    let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text else { throw Reason(.noText) }
        guard text.utf8.count <= Self.bytesMax else {
            throw Reason(.tooLong, ["max": JSON(Self.bytesMax)])
        }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw Reason(.controlCharacters)
        }
        self.text = text
    }

    var isEmpty: Bool { text.isEmpty }
}
