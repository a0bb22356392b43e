import BoardKit
import HouseBoard
import JSON
import Mail
import Sync

/// Whether a friend comes.
enum Coming: String, Sendable, ChoiceValue, SavedCase {
    static let problem = ProblemDeclaration.badComing

    case yes
    case no
    case maybe
}

/// The units in which pages show distances.
enum DistanceUnits: String, Sendable, CaseIterable, StoredValue {
    /// The units that the page's language suggests.
    case auto
    case kilometres = "km"
    case miles = "mi"
}

/// All options that a friend votes for. They need not exist.
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

/// The recipients of a letter: 1 to 20 addresses. Duplicates count once.
struct MailAddressList: ArgumentValue {
    static let countMax = 20
    static let schema = Schema(.list(of: MailAddress.schema, countMin: 1, countMax: countMax))

    let addresses: [MailAddress]

    init(_ argument: JSON) throws(Reason) {
        guard let elements = argument.elements, (1...Self.countMax).contains(elements.count) else {
            throw Reason(.badMailAddresses)
        }
        var addresses: [MailAddress] = []
        for element in elements {
            guard let address = try? MailAddress(element) else { throw Reason(.badMailAddresses) }
            if !addresses.contains(address) { addresses.append(address) }
        }
        self.addresses = addresses
    }
}
