import BoardKit
package import JSON
package import Sync

/// Words by which a host classifies parties: up to 8, each on one line and of 1 to 24 characters.
package struct PartyTags: ArgumentValue {
    static let countMax = 8
    static let charactersMax = 24
    package static let schema = Schema(
        .list(
            of: Schema(.text(charactersMin: 1, charactersMax: charactersMax, isOneLine: true)),
            countMax: countMax))

    package let texts: [String]
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
