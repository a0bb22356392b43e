public import JSON
public import Sync

/// The id of an item in a ledger. Ids are ordered as the items were created.
public protocol LedgerID: Hashable, Comparable, SavedValue, MemberValue {
    /// A number that is unique in the ledger: 1 or more.
    var number: Int { get }
    /// The id in messages.
    var text: String { get }

    /// - Parameter number: 1 or more.
    init(number: Int)

    /// Parses an id. Returns `nil` for a malformed text. Each id has exactly one text.
    init?(_ text: String)
}

extension Collection where Element: LedgerID {
    /// The ids as rows and events contain them.
    package var json: JSON { .array(map { .string($0.text) }) }
}

extension LedgerID {
    public static func < (one: Self, other: Self) -> Bool { one.number < other.number }

    public func write(to writer: inout StateWriter) { writer.write(number) }

    public init(from reader: inout StateReader) throws(StateError) {
        self.init(number: try reader.read())
    }

    public func isSame(as other: Self) -> Bool { self == other }

    public var member: JSON { .string(text) }

    public init?(member: JSON) {
        guard let text = member.text else { return nil }
        self.init(text)
    }
}

/// An id made of the revision of the event that created the item: `p_8x`. So it is unique, needs no
/// randomness, and depends on the event alone.
///
/// To clients, ids are opaque.
public protocol RevisionID: LedgerID {
    static var prefix: String { get }
    var rev: Int { get }

    /// - Parameter rev: 1 or more.
    init(rev: Int)
}

extension RevisionID {
    public var number: Int { rev }

    public init(number: Int) { self.init(rev: number) }

    package var text: String { Self.prefix + String(rev, radix: 36) }

    package init?(_ text: String) {
        guard text.utf8.starts(with: Self.prefix.utf8),
            let rev = Int(base36: text.utf8.dropFirst(Self.prefix.utf8.count))
        else { return nil }
        self.init(rev: rev)
    }
}

extension Int {
    /// Parses a positive number in base 36. Returns `nil` for anything else, and for a leading zero,
    /// so that each number has exactly one text.
    package init?(base36 digits: some Sequence<UInt8>) {
        var number = 0
        for byte in digits {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 10
            default: return nil
            }
            let (product, isTooMuch) = number.multipliedReportingOverflow(by: 36)
            let (sum, isStillTooMuch) = product.addingReportingOverflow(Int(digit))
            if isTooMuch || isStillTooMuch || sum == 0 { return nil }
            number = sum
        }
        guard number > 0 else { return nil }
        self = number
    }
}

/// The id of an item that one event may have created together with others: the event's revision,
/// and the item's place among them: `i_8x`, `i_8x-1`, `i_8x-2`.
///
/// To clients, ids are opaque.
public protocol OrdinalID: LedgerID {
    static var prefix: String { get }
}

extension OrdinalID {
    /// The maximum number of items that one event can create.
    package static var placeCount: Int { 1 << 12 }

    /// - Parameters:
    ///   - rev: 1 or more.
    ///   - place: from 0 to `placeCount` - 1.
    package init(rev: Int, place: Int = 0) { self.init(number: rev * Self.placeCount + place) }

    /// The revision of the event that created the item.
    public var rev: Int { number / Self.placeCount }

    private var place: Int { number % Self.placeCount }

    package var text: String {
        let first = Self.prefix + String(rev, radix: 36)
        return place == 0 ? first : "\(first)-\(String(place, radix: 36))"
    }

    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let parts = text.utf8.dropFirst(Self.prefix.utf8.count)
            .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2, let rev = Int(base36: first),
            rev < Int.max / Self.placeCount
        else { return nil }
        if parts.count == 1 {
            self.init(rev: rev)
        } else {
            guard let place = Int(base36: parts[1]), place < Self.placeCount else { return nil }
            self.init(rev: rev, place: place)
        }
    }
}
