/// The media types of an `Accept` field (RFC 9110 section 12.5.1).
public struct AcceptedTypes: Sendable {
    private let ranges: [WeightedElement]?

    /// - Parameter fieldValue: The field's value, or `nil` if the request has none. All types are
    ///   acceptable then.
    public init(_ fieldValue: String?) {
        ranges = fieldValue.map(WeightedElement.parse)
    }

    /// Returns the quality of `type` by the most specific range that matches, from 0 (not
    /// acceptable) to 1.
    ///
    /// - Parameter type: A type such as `text/html` or `text/plain; charset=utf-8`.
    public func quality(ofType type: String) -> Double {
        guard let ranges else { return 1 }
        guard let asked = WeightedElement(Substring(type)) else { return 0 }
        var best = (specificity: 0, quality: 0.0)
        for range in ranges {
            let specificity = Self.specificity(of: range, for: asked)
            if specificity > best.specificity {
                best = (specificity, range.quality)
            }
        }
        return best.quality
    }

    /// Returns how specific a range is, or 0 if it does not match.
    private static func specificity(of range: WeightedElement, for asked: WeightedElement) -> Int {
        let parametersMatch = range.parameters.allSatisfy { asked.parameters[$0.key] == $0.value }
        guard parametersMatch else { return 0 }
        if range.name == asked.name { return 3 + range.parameters.count }
        if range.name == "*/*" { return 1 }
        let isOfMainType =
            range.name.hasSuffix("/*") && asked.name.hasPrefix(range.name.dropLast())
        return isOfMainType ? 2 : 0
    }
}
