/// An item's place in an order, such as a party's. Items are ordered by comparing the code units of
/// their ranks, so a move changes only one row. A rank consists of `0-9 a-z`. No two items ever
/// have the same rank, including those that left and may come back.
///
/// The rank of a new item is the revision of its event, written so that later ones are greater and
/// none is a prefix of another: one digit with the number of digits that follow, then these in base
/// 36. For revision 36 that is `210`.
package struct Rank: Sendable, Hashable, Comparable {
    package let text: String

    /// Returns `nil` for an invalid rank.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ Self.digit(of: $0) != nil }) else { return nil }
        self.text = text
    }

    private init(digits: [UInt8]) {
        text = String(decoding: digits.map { Self.alphabet[Int($0)] }, as: UTF8.self)
    }

    /// Creates a rank after all others, by the event of this revision.
    package init(lastAt rev: Int) {
        let digits = Self.digits(of: rev)
        self.init(digits: [UInt8(digits.count)] + digits)
    }

    /// Creates a rank after all others, for one of several items that the event of this revision
    /// creates. Items with higher places come after it, and items of later events after all of
    /// them.
    ///
    /// The place follows in digits that begin in the middle of all digits, to leave room on both
    /// sides, and that end as no other rank ends.
    ///
    /// - Parameter place: from 0; the rank of 0 is that of an event's only item.
    package init(lastAt rev: Int, place: Int) {
        let first = Self.digits(of: rev)
        var digits = [UInt8(first.count)] + first
        if place > 0 {
            let second = Self.digits(of: place)
            let count = UInt8(second.count)
            digits += [count + Self.placeOffset] + second + [count + Self.placeEndOffset]
        }
        self.init(digits: digits)
    }

    package static func < (one: Rank, other: Rank) -> Bool {
        // ASCII only, so strings are ordered by code units.
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
    /// Creates a rank between two others, by the event of this revision. Returns `nil` if the rank
    /// would be too long, or if the others are not ranks that this type makes.
    ///
    /// The rank consists of a stem and a code. The code contains the revision, and its last digit
    /// gives its length and its kind. So the ranks of different moves end differently. The rank of
    /// a move is longer than that of any new party with the same first digit, because it is less
    /// than the rank of a new party with its own revision and has at least one digit more. So no
    /// rank occurs twice.
    ///
    /// One kind of code increases with the revision, the other decreases. So any number of moves to
    /// the same side of the same party share one stem, and ranks grow only with the length of the
    /// revision. That party is the one with the older rank. Moves that approach a place from both
    /// sides in turn need a longer stem each time, until it is too long. No order without
    /// renumbering can do much better.
    ///
    /// - Parameters:
    ///   - lower: the rank before; `nil` for the first place.
    ///   - upper: the rank after; `nil` for the last place, which stays below all later parties.
    package init?(between lower: Rank?, and upper: Rank?, at rev: Int) {
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

    /// Returns a code like the rank of a new party, except that its first digit is in the middle of
    /// all digits, to leave room for other stems on both sides.
    private static func growingCode(of rev: Int) -> [UInt8] {
        let digits = digits(of: rev)
        let count = UInt8(digits.count)
        return [count + codeOffset] + digits + [count]
    }

    /// Returns the growing code with each digit inverted.
    private static func fallingCode(of rev: Int) -> [UInt8] {
        let digits = digits(of: rev)
        let count = UInt8(digits.count)
        return ([count + codeOffset] + digits).map { base - 1 - $0 } + [count + digitsMax]
    }

    /// Long enough for some hundreds of moves that approach a place from both sides in turn.
    private static let lengthMax = 200

    private static let codeOffset: UInt8 = 11
    /// For places of up to five digits.
    private static let placeOffset: UInt8 = 16
    private static let placeEndOffset: UInt8 = 29
    /// The number of digits of the greatest revision. It distinguishes the last digits of the two
    /// kinds.
    private static let digitsMax = UInt8(String(Int.max, radix: 36).utf8.count)

    private var digits: [UInt8] { text.utf8.compactMap(Self.digit(of:)) }

    /// The revision of the event that made this rank.
    package var rev: Int? {
        let digits = digits
        guard let first = digits.first, let last = digits.last else { return nil }
        if digits.count == Int(first) + 1 { return Int(text.dropFirst(), radix: 36) }
        let isFalling = last > Self.digitsMax
        let count = Int(isFalling ? last - Self.digitsMax : last)
        let code = digits.dropLast().suffix(count)
        return code.reduce(0) { rev, digit in
            // An imported rank may have any digits here; the result only affects its length.
            rev &* Int(Self.base) &+ Int(isFalling ? Self.base - 1 - digit : digit)
        }
    }

    /// Returns the candidates for the stem: all prefixes of both ranks, and each of these with a
    /// digit halfway to the other rank's. Not every code fits behind every stem.
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

extension Rank: SavedText {}
