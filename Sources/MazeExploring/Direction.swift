/// A side of a room, in the order in which a room's text names them.
enum Direction: Int, CaseIterable {
    case north, east, south, west

    init?(_ name: String) {
        guard let direction = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = direction
    }

    /// The name in the API.
    var name: String {
        switch self {
        case .north: "north"
        case .east: "east"
        case .south: "south"
        case .west: "west"
        }
    }

    var opposite: Direction {
        switch self {
        case .north: .south
        case .east: .west
        case .south: .north
        case .west: .east
        }
    }

    var letter: String { String(name.prefix(1)) }
}

struct DirectionSet: OptionSet {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ direction: Direction) { rawValue = 1 << UInt8(direction.rawValue) }

    func contains(_ direction: Direction) -> Bool { isSuperset(of: Self(direction)) }
    mutating func insert(_ direction: Direction) { formUnion(Self(direction)) }
    mutating func remove(_ direction: Direction) { subtract(Self(direction)) }
}

extension MazeExploration.Place {
    /// How far from the start a room may be to each side.
    static let distanceMax = 2000

    var isWithinBounds: Bool {
        abs(x) <= Self.distanceMax && abs(y) <= Self.distanceMax
    }

    func neighbour(_ direction: Direction) -> Self {
        switch direction {
        case .north: Self(x: x, y: y + 1)
        case .east: Self(x: x + 1, y: y)
        case .south: Self(x: x, y: y - 1)
        case .west: Self(x: x - 1, y: y)
        }
    }
}
