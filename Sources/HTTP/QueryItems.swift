import URIText

/// The `name=value` pairs of a query, decoded like a form's (`+` is a space).
///
/// Ignores pairs that can't be decoded, and all pairs after the first 64.
public struct QueryItems: Sendable {
    private static let pairCountMax = 64

    /// The pairs in their order in the query.
    public private(set) var items: [(name: String, value: String)] = []

    /// - Parameter query: The part of the target after the `?`, not decoded.
    public init(_ query: String?) {
        guard let query else { return }
        let pairs = query.utf8.split(separator: UInt8(ascii: "&"), maxSplits: Self.pairCountMax)
        for pair in pairs.prefix(Self.pairCountMax).map(Substring.init) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decode(parts[0], plusAsSpace: true),
                let value = PercentCoding.decode(
                    parts.count == 2 ? parts[1] : "", plusAsSpace: true)
            else { continue }
            items.append((name, value))
        }
    }

    /// Returns the value of the first pair with that name. It is empty for a name without `=`.
    public subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }
}
