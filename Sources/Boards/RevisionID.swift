/// An id that is made of the revision of the event that brought its thing about, so that it is
/// unique for good, needs no chance, and can be told from the event alone: `p_8x`.
///
/// To clients ids are opaque.
protocol RevisionID: Hashable, Sendable {
    static var prefix: String { get }
    var rev: Int { get }

    /// - Parameter rev: 1 or more.
    init(rev: Int)
}

extension RevisionID {
    /// The id as messages write it: the prefix, and the revision in base 36.
    var text: String { Self.prefix + String(rev, radix: 36) }

    /// `nil` for a text that no thing can have as its id: exactly one text names one thing.
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
            // Without a zero at the front there is one text only.
            if isTooMuch || isStillTooMuch || sum == 0 { return nil }
            rev = sum
        }
        guard rev > 0 else { return nil }
        self.init(rev: rev)
    }
}
