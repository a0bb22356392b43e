import BoardKit
import JSON
import Sync

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

/// The house's rating of a place: 0.5 to 5 stars, in halves.
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

/// The radius of a search, in metres.
typealias SearchRadius = WholeNumber<100, 40_000>
