/// Which languages an `Accept-Language` field asks for (RFC 9110, section 12.5.4).
public struct AcceptedLanguages: Sendable {
    private let ranges: [WeightedElement]

    /// - Parameter fieldValue: the field's value; nil when the request has none.
    public init(_ fieldValue: String?) {
        ranges = fieldValue.map(WeightedElement.parse) ?? []
    }

    /// The most welcome of these, the first of those that are equally welcome; nil when none is.
    ///
    /// - Parameter tags: languages without a region or script, as `de`; who asks for `de-AT`
    ///   understands that (the lookup of RFC 4647, section 3.4).
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
