/// The id of a room, such as `R4b7f8b8bd464e959`. It contains the maze and the place in it, so a
/// hub can serve any room from its id alone, even after a restart.
///
/// After the `R` come 16 lower-case hexadecimal digits. The first eight are the maze's seed. The
/// others are `width · 2²¹ + height · 2¹⁴ + place`, which has 28 bits, shuffled so that an id does
/// not reveal the ids of its neighbours. The shuffling is a Feistel network: let `high` and `low`
/// be the two halves of 16 bits. In each round from 0 to 3, `high` becomes `low`, and `low` becomes
/// `high xor f`, where `f` is the lowest 16 bits of the first number of SplitMix64 with the state
/// `seed · 2³² + round · 2¹⁶ + low` (see `Maze`).
public struct MazeRoomID: Sendable, Hashable, LosslessStringConvertible {
    private static let rounds = 0..<4 as Range<UInt64>

    /// The maze.
    public let code: MazeCode
    /// The place of the room in the maze: 0 to `code.roomCount - 1`.
    public let place: Int

    /// Creates the id of a room.
    ///
    /// - Parameter place: 0 to `code.roomCount - 1`.
    public init(_ code: MazeCode, place: Int) {
        precondition((0..<code.roomCount).contains(place), "the maze has no such place")
        self.code = code
        self.place = place
    }

    /// Parses an id. Returns `nil` for an invalid one.
    public init?(_ text: String) {
        guard text.utf8.count == 17, text.first == "R",
            let seed = UInt32(hexadecimal: text.dropFirst().prefix(8)),
            let digits = UInt32(hexadecimal: text.dropFirst(9))
        else { return nil }
        self.init(seed: seed, shuffled: digits)
    }

    init?(seed: UInt32, shuffled: UInt32) {
        var (high, low) = (UInt16(shuffled >> 16), UInt16(truncatingIfNeeded: shuffled))
        for round in Self.rounds.reversed() {
            (high, low) = (low ^ Self.mask(of: high, seed: seed, round: round), high)
        }
        let bits = Int(high) << 16 | Int(low)
        guard let code = MazeCode(width: bits >> 21, height: bits >> 14 & 0x7F, seed: seed),
            bits & 0x3FFF < code.roomCount
        else { return nil }
        self.init(code, place: bits & 0x3FFF)
    }

    /// The last eight digits of the id, as a number.
    var shuffled: UInt32 {
        let bits = UInt32(code.width << 21 | code.height << 14 | place)
        var (high, low) = (UInt16(bits >> 16), UInt16(truncatingIfNeeded: bits))
        for round in Self.rounds {
            (high, low) = (low, high ^ Self.mask(of: low, seed: code.seed, round: round))
        }
        return UInt32(high) << 16 | UInt32(low)
    }

    /// The id as text, in its only valid form.
    public var description: String { "R" + code.seed.hexadecimal + shuffled.hexadecimal }

    private static func mask(of half: UInt16, seed: UInt32, round: UInt64) -> UInt16 {
        var numbers = MazeNumbers(state: UInt64(seed) << 32 | round << 16 | UInt64(half))
        return UInt16(truncatingIfNeeded: numbers.next())
    }
}
