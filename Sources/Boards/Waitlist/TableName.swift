import BoardKit
package import JSON
package import Sync

/// The name of a table: a text of 1 to 24 characters on one line.
package struct TableName: ArgumentValue {
    package static let charactersMax = 24
    package static let schema = Schema(.text(charactersMin: 1, charactersMax: charactersMax))

    package let text: String

    package init(_ argument: JSON) throws(Reason) {
        guard let table = argument.text.map(TypedText.init(folding:)),
            table.hasCharacters(upTo: Self.charactersMax), !table.hasControlCharacters
        else {
            throw Reason(.badTable, ["max": JSON(Self.charactersMax)])
        }
        text = table.text
    }
}
