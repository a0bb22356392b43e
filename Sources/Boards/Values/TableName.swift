import JSON
import Sync

/// The name of a table: a text of 1 to 24 characters on one line.
struct TableName: ArgumentValue {
    static let charactersMax = 24
    static let schema = Schema(.text(charactersMin: 1, charactersMax: charactersMax))

    let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let table = argument.text.map(TypedText.init(folding:)),
            table.hasCharacters(upTo: Self.charactersMax), !table.hasControlCharacters
        else {
            throw Reason(.badTable, ["max": JSON(Self.charactersMax)])
        }
        text = table.text
    }
}
