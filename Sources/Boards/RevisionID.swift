/// An id made of the revision of the event that created the thing: `p_8x`. So it is unique, needs
/// no randomness, and follows from the event alone.
///
/// To clients, ids are opaque.
protocol RevisionID: Hashable, Sendable {
    static var prefix: String { get }
    var rev: Int { get }

    /// - Parameter rev: 1 or more.
    init(rev: Int)
}

extension RevisionID {
    /// The id in messages: the prefix, and the revision in base 36.
    var text: String { Self.prefix + String(rev, radix: 36) }

    /// Parses an id. Returns `nil` for a malformed text. Each id has exactly one text.
    init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        var rev = 0
        for byte in text.utf8.dropFirst(Self.prefix.utf8.count) {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 10
            default: return nil
            }
            let (product, isTooMuch) = rev.multipliedReportingOverflow(by: 36)
            let (sum, isStillTooMuch) = product.addingReportingOverflow(Int(digit))
            // A leading zero is refused, so that each id has exactly one text.
            if isTooMuch || isStillTooMuch || sum == 0 { return nil }
            rev = sum
        }
        guard rev > 0 else { return nil }
        self.init(rev: rev)
    }
}
