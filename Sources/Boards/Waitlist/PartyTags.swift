import JSON
import Sync

/// Words by which a host classifies parties: up to 8, each on one line and of 1 to 24 characters.
struct PartyTags: ArgumentValue {
    static let countMax = 8
    static let charactersMax = 24
    static let schema = Schema(
        .list(
            of: Schema(.text(charactersMin: 1, charactersMax: charactersMax, isOneLine: true)),
            countMax: countMax))

    let texts: [String]
    var isEmpty: Bool { texts.isEmpty }

    init(_ argument: JSON) throws(Reason) {
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
