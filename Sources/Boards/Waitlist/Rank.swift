import Sync

/// A party's place in the order: parties are in the order of plain code-unit comparison of their
/// ranks, so that a move changes one row only. A rank is of `0-9 a-z`, and no two parties ever have
/// the same one, those included that left and may come back.
///
/// A newcomer's rank is the revision of its event, written so that later ones are greater and none
/// begins with another: one digit that says how many digits follow, then these in base 36. For
/// revision 36 that is `210`.
struct Rank: Sendable, Hashable, Comparable {
    let text: String

    /// `nil` for what can't be a rank.
    init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ Self.digit(of: $0) != nil }) else { return nil }
        self.text = text
    }

    private init(digits: [UInt8]) {
        text = String(decoding: digits.map { Self.alphabet[Int($0)] }, as: UTF8.self)
    }

    /// The last place of all, by the event of this revision.
    init(lastAt rev: Int) {
        let digits = Self.digits(of: rev)
        self.init(digits: [UInt8(digits.count)] + digits)
    }

    static func < (one: Rank, other: Rank) -> Bool {
        // Of ASCII alone, so the order of texts is the order of code units.
        one.text < other.text
    }

    private static let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
    private static let base = UInt8(36)

    private static func digit(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func digits(of rev: Int) -> [UInt8] {
        String(rev.magnitude, radix: 36).utf8.compactMap(digit(of:))
    }
}

extension Rank {
    /// A place between two neighbours, by the event of this revision. `nil` when there is none:
    /// when the rank would get too long, or the neighbours' ranks are none that this type makes.
    ///
    /// It is a stem and a code. The code has the revision in it, and says in its last digit how
    /// long it is and of which kind: so ranks of different moves end differently. And a move's rank
    /// is longer than any newcomer's with the same first digit, since it sorts below what a
    /// newcomer of its own revision would get and has a digit more than that one at least. So no
    /// rank comes twice.
    ///
    /// One kind of code grows with the revision, the other falls: so any number of moves to the
    /// same side of the same neighbour share one stem, and ranks only get as long as the revision
    /// does. That neighbour is the one whose rank is older. Moves that close in on a place from
    /// both sides in turn need a longer stem each time, until it is too long; no order without
    /// renumbering can do much better.
    ///
    /// - Parameters:
    ///   - lower: the neighbour before; `nil` for the first place of all.
    ///   - upper: the neighbour after; `nil` for the last place of all, which stays below every
    ///     later newcomer.
    init?(between lower: Rank?, and upper: Rank?, at rev: Int) {
        guard let upper else {
            self.init(lastAt: rev)
            if let lower, lower >= self { return nil }
            return
        }
        let low = lower?.digits ?? []
        let high = upper.digits
        let isNearLower = (lower?.rev ?? 0) < upper.rev ?? 0
        let codes = [Self.fallingCode(of: rev), Self.growingCode(of: rev)]
        var best: [UInt8]?
        for stem in Self.stems(between: low, and: high) {
            for code in isNearLower ? codes : codes.reversed()
            where stem.count + code.count < best?.count ?? Int.max {
                let rank = stem + code
                if low.lexicographicallyPrecedes(rank), rank.lexicographicallyPrecedes(high) {
                    best = rank
                }
            }
        }
        guard let best, best.count <= Self.lengthMax else { return nil }
        self.init(digits: best)
    }

    /// Like a newcomer's rank, except that its first digit is in the middle of all digits, so that
    /// there is room for other stems on both sides.
    private static func growingCode(of rev: Int) -> [UInt8] {
        let digits = digits(of: rev)
        let count = UInt8(digits.count)
        return [count + codeOffset] + digits + [count]
    }

    /// The same, each digit the other way round.
    private static func fallingCode(of rev: Int) -> [UInt8] {
        let digits = digits(of: rev)
        let count = UInt8(digits.count)
        return ([count + codeOffset] + digits).map { base - 1 - $0 } + [count + digitsMax]
    }

    /// Some hundreds of moves that close in on one place from both sides in turn.
    private static let lengthMax = 200

    private static let codeOffset: UInt8 = 11
    /// The digits of the greatest revision; so the last digits of the two kinds are different.
    private static let digitsMax = UInt8(String(Int.max, radix: 36).utf8.count)

    private var digits: [UInt8] { text.utf8.compactMap(Self.digit(of:)) }

    /// The revision of the event that made this rank.
    var rev: Int? {
        let digits = digits
        guard let first = digits.first, let last = digits.last else { return nil }
        if digits.count == Int(first) + 1 { return Int(text.dropFirst(), radix: 36) }
        let isFalling = last > Self.digitsMax
        let count = Int(isFalling ? last - Self.digitsMax : last)
        let code = digits.dropLast().suffix(count)
        return code.reduce(0) { rev, digit in
            // Whatever a strange rank has there, only the order of sane ones counts.
            rev &* Int(Self.base) &+ Int(isFalling ? Self.base - 1 - digit : digit)
        }
    }

    /// What may come before the code: all beginnings of both neighbours, which ranks between them
    /// may have already, and each of these with a digit halfway to its neighbour's. Whether a code
    /// fits behind one is for the caller to see.
    private static func stems(between low: [UInt8], and high: [UInt8]) -> [[UInt8]] {
        var stems: [[UInt8]] = []
        let shared = zip(low, high).prefix { $0 == $1 }.count
        for count in 0...low.count {
            let beginning = Array(low[..<count])
            stems.append(beginning)
            let above = count < low.count ? low[count] : 0
            let below = count == shared && count < high.count ? high[count] : base
            if below > above { stems.append(beginning + [above + (below - above) / 2]) }
        }
        for count in shared..<max(shared, high.count) {
            let beginning = Array(high[..<count])
            stems.append(beginning)
            if high[count] > 0 { stems.append(beginning + [high[count] / 2]) }
        }
        return stems
    }
}

extension Rank: SavedValue {
    func write(to writer: inout StateWriter) { writer.write(text) }

    init(from reader: inout StateReader) throws(StateError) {
        guard let rank = Rank(try reader.read(String.self)) else {
            throw StateError("a rank is none")
        }
        self = rank
    }

    func isSame(as other: Rank) -> Bool { self == other }
}
