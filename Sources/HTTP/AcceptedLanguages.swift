/// The languages of an `Accept-Language` field (RFC 9110, section 12.5.4).
public struct AcceptedLanguages: Sendable {
    private let ranges: [WeightedElement]

    /// - Parameter fieldValue: The field's value, or `nil` if the request has none.
    public init(_ fieldValue: String?) {
        ranges = fieldValue.map(WeightedElement.parse) ?? []
    }

    /// Returns the tag with the highest quality, the first of several. Returns `nil` if none is
    /// acceptable.
    ///
    /// - Parameter tags: Languages without a region or script, such as `de`, which also matches a
    ///   request for `de-AT` (the lookup of RFC 4647, section 3.4).
    public func best(of tags: [String]) -> String? {
        var best: (tag: String, quality: Double)?
        for tag in tags {
            let quality = quality(of: tag)
            if quality > best?.quality ?? 0 { best = (tag, quality) }
        }
        return best?.tag
    }

    private func quality(of tag: String) -> Double {
        let named = ranges.filter { $0.name == tag || $0.name.hasPrefix("\(tag)-") }
        return named.map(\.quality).max() ?? ranges.first { $0.name == "*" }?.quality ?? 0
    }
}
