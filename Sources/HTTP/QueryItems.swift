/// The `name=value` pairs of a query, decoded as forms encode them (`+` is a space).
///
/// A pair that can't be decoded is as if it were not there.
public struct QueryItems: Sendable {
    private var items: [(name: String, value: String)] = []

    /// - Parameter query: what follows the `?`, not decoded.
    public init(_ query: String?) {
        for pair in (query ?? "").split(separator: "&") {
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
