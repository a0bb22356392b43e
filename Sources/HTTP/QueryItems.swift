/// The `name=value` pairs of a query, decoded as forms encode them (`+` is a space).
///
/// A pair that can't be decoded is as if it were not there, and so is what stands behind the first 64.
public struct QueryItems: Sendable {
    private static let pairCountMax = 64

    private var items: [(name: String, value: String)] = []

    /// - Parameter query: what follows the `?`, not decoded.
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

    /// The value of the first pair of that name; empty for a name without `=`.
    public subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }
}
