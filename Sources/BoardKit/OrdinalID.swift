/// The id of a thing that an event may have made together with others: the event's revision, and the
/// thing's place among them: `i_8x`, `i_8x-1`, `i_8x-2`.
///
/// To clients, ids are opaque.
package protocol OrdinalID: LedgerID {
    static var prefix: String { get }
}

extension OrdinalID {
    /// The number of things that one event can make.
    package static var placeCount: Int { 1 << 12 }

    /// - Parameters:
    ///   - rev: 1 or more.
    ///   - place: from 0 to `placeCount` - 1.
    package init(rev: Int, place: Int = 0) { self.init(number: rev * Self.placeCount + place) }

    /// The revision of the event that made the thing.
    package var rev: Int { number / Self.placeCount }

    private var place: Int { number % Self.placeCount }

    /// The id in messages.
    package var text: String {
        let first = Self.prefix + String(rev, radix: 36)
        return place == 0 ? first : "\(first)-\(String(place, radix: 36))"
    }

    /// Parses an id. Returns `nil` for a malformed text. Each id has exactly one text.
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
