/// The code of a maze: `32x18-4b7f8b8b` is 32 rooms wide and 18 high, with the seed `4b7f8b8b`.
public struct MazeCode: Sendable, Hashable, LosslessStringConvertible {
    /// The allowed numbers of rooms on a side.
    public static let sides = 2...100

    /// The number of rooms from west to east.
    public let width: Int
    /// The number of rooms from south to north.
    public let height: Int
    /// The seed of the random numbers.
    public let seed: UInt32

    /// Creates a code, or returns `nil` if the width or the height is not in `sides`.
    public init?(width: Int, height: Int, seed: UInt32) {
        guard Self.sides.contains(width), Self.sides.contains(height) else { return nil }
        self.width = width
        self.height = height
        self.seed = seed
    }

    /// Creates the code of a new maze.
    ///
    /// - Parameter generator: The source of the seed.
    public init(_ size: MazeSize, using generator: inout some RandomNumberGenerator) {
        width = size.width
        height = size.height
        seed = generator.next()
    }

    /// Parses a code. Returns `nil` for any other text: each maze has exactly one code, so a side
    /// has no leading zeros, and the seed has eight lower-case hexadecimal digits.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let seed = UInt32(hexadecimal: parts[1]) else { return nil }
        let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]) else {
            return nil
        }
        self.init(width: width, height: height, seed: seed)
        guard description == text else { return nil }
    }

    /// The code as text, in its only valid form.
    public var description: String { "\(width)x\(height)-\(seed.hexadecimal)" }

    /// The number of rooms.
    public var roomCount: Int { width * height }
}

/// A named size.
public enum MazeSize: String, Sendable, CaseIterable {
    case small, medium, large, huge

    /// The number of rooms from west to east.
    public var width: Int {
        switch self {
        case .small: 16
        case .medium: 32
        case .large: 48
        case .huge: 60
        }
    }

    /// The number of rooms from south to north.
    public var height: Int {
        switch self {
        case .small: 9
        case .medium: 18
        case .large: 27
        case .huge: 60
        }
    }
}

extension UInt32 {
    /// Parses eight lower-case hexadecimal digits.
    init?(hexadecimal digits: some StringProtocol) {
        guard let number = UInt32(digits, radix: 16), number.hexadecimal == digits else {
            return nil
        }
        self = number
    }

    /// Eight lower-case hexadecimal digits.
    var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
