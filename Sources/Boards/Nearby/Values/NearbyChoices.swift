import JSON
import Sync

/// Whether a friend comes.
enum Coming: String, Sendable, CaseIterable, ArgumentValue, SavedCase {
    case yes
    case no
    case maybe

    init(_ argument: JSON) throws(Reason) {
        guard let coming = argument.text.flatMap(Coming.init(rawValue:)) else {
            throw Reason(.badComing)
        }
        self = coming
    }
}

/// In which units pages tell distances.
enum DistanceUnits: String, Sendable, CaseIterable, ArgumentValue {
    /// Those that the page's language suggests.
    case auto
    case kilometres = "km"
    case miles = "mi"
}

/// The options for which a friend votes: the whole set. They need not exist.
struct OptionList: ArgumentValue {
    static let countMax = Nearby.optionCountMax
    static let schema = Schema(.list(of: ItemID.schema, countMax: countMax, isUnique: true))

    let names: [ItemID]

    init(_ argument: JSON) throws(Reason) {
        let names = argument.elements?.compactMap { try? ItemID($0) } ?? []
        guard let elements = argument.elements, elements.count <= Self.countMax,
            names.count == elements.count, Set(names.map(\.text)).count == names.count
        else { throw Reason(.badVotes) }
        self.names = names
    }
}
