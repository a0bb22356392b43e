package import BoardKit
package import JSON
package import Sync

/// A party's name: NFC, on one line, 1 to 80 characters, no control characters.
package struct PartyName: NameText {
    package let text: String

    package init(text: String) { self.text = text }
}

/// A host's notes about a party: up to 500 characters after trimming. Line breaks are legal. White
/// space alone counts as empty.
package typealias PartyNotes = OptionalText<500, 20_000>

/// A number of people from 1 to 99. The JSON number `4.0` is 4; the text `"4"` is not.
package struct PartySize: StoredValue {
    package static let peopleMax = 99
    package static let schema = Schema(.integer(min: 1, max: peopleMax))

    package let people: Int
    package var stored: JSON { JSON(people) }

    package init(_ argument: JSON) throws(Reason) {
        guard case .number(let value) = argument, value.rounded() == value, value >= 1 else {
            throw Reason(.notPositive)
        }
        guard value <= Double(Self.peopleMax) else {
            throw Reason(.tooLarge, ["max": JSON(Self.peopleMax)])
        }
        people = Int(value)
    }
}

/// A host's tags for a party: up to 8, each on one line and of 1 to 24 characters.
package struct PartyTags: StoredValue {
    static let countMax = 8
    static let charactersMax = 24
    package static let schema = Schema(
        .list(
            of: Schema(.text(charactersMin: 1, charactersMax: charactersMax, isOneLine: true)),
            countMax: countMax))

    package let texts: [String]
    package var stored: JSON { .array(texts.map(JSON.string)) }
    package var isEmpty: Bool { texts.isEmpty }

    package init(_ argument: JSON) throws(Reason) {
        let tags = (argument.elements ?? []).compactMap { $0.text.map(TypedText.init(folding:)) }
        guard let count = argument.elements?.count, count <= Self.countMax, tags.count == count,
            tags.allSatisfy({
                $0.hasCharacters(upTo: Self.charactersMax) && !$0.hasControlCharacters
            })
        else {
            throw Reason(
                .badTags, ["count": JSON(Self.countMax), "max": JSON(Self.charactersMax)])
        }
        texts = tags.map(\.text)
    }
}

/// A table's name: 1 to 24 characters on one line.
package struct TableName: TextValue {
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
