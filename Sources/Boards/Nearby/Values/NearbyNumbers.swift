import BoardKit
import HouseBoard
import JSON
import Mail
import Sync

/// A number of degrees.
protocol Degrees: StoredValue {
    static var range: ClosedRange<Double> { get }

    var degrees: Double { get }

    /// - Parameter degrees: a number in the range.
    init(degrees: Double)
}

extension Degrees {
    static var schema: Schema {
        Schema(.number(min: range.lowerBound, max: range.upperBound))
    }

    var stored: JSON { .number(degrees) }

    init(_ argument: JSON) throws(Reason) {
        guard case .number(let degrees) = argument, Self.range.contains(degrees) else {
            throw Reason(
                .badNumber,
                [
                    "min": JSON(Int(Self.range.lowerBound)),
                    "max": JSON(Int(Self.range.upperBound)),
                ])
        }
        self.init(degrees: degrees)
    }
}

struct Latitude: Degrees {
    static let range = Coordinates.latitudes

    let degrees: Double
}

struct Longitude: Degrees {
    static let range = Coordinates.longitudes

    let degrees: Double
}

/// How the house rates a place: 0.5 to 5 stars, in halves.
struct Rating: StoredValue, Equatable {
    static let schema = Schema(.number(min: 0.5, max: 5, step: 0.5))

    /// From 1 to 10.
    let halfStars: Int

    init(_ argument: JSON) throws(Reason) {
        guard case .number(let stars) = argument, let halves = Int(exactly: stars * 2),
            (1...10).contains(halves)
        else { throw Reason(.badRating) }
        halfStars = halves
    }

    var stored: JSON { .number(Double(halfStars) / 2) }
}

extension Rating: SavedValue, MemberValue {
    var member: JSON { stored }

    init?(member: JSON) {
        guard let rating = try? Rating(member) else { return nil }
        self = rating
    }

    func write(to writer: inout StateWriter) { writer.write(halfStars) }

    init(from reader: inout StateReader) throws(StateError) { halfStars = try reader.read() }

    func isSame(as other: Rating) -> Bool { self == other }
}

/// How far from a position one looks, in metres.
struct SearchRadius: BoundedInteger {
    static let range = 100...40_000

    let value: Int
}

/// Whether a friend comes.
enum Coming: String, Sendable, ChoiceValue, SavedCase {
    static let problem = ProblemDeclaration.badComing

    case yes
    case no
    case maybe
}

/// In which units pages tell distances.
enum DistanceUnits: String, Sendable, CaseIterable, StoredValue {
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

/// To whom a letter goes: 1 to 20 addresses. One that is named twice counts once.
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
