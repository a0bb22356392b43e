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
        guard text.hasPrefix(Self.prefix),
            let rev = Int(text.dropFirst(Self.prefix.count), radix: 36), rev > 0
        else { return nil }
        self.init(rev: rev)
        // `Int` also reads `+1`, `01` and capitals.
        guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
    }
}
