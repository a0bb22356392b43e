/// The content codings of an `Accept-Encoding` field (RFC 9110 section 12.5.3).
public struct AcceptedCodings: Sendable {
    private let elements: [WeightedElement]

    /// - Parameter fieldValue: The field's value, or `nil` if the request has none. The RFC allows
    ///   any coding then; here it means `identity`, because a client that does not ask for a coding
    ///   often can't decode it.
    public init(_ fieldValue: String?) {
        elements = fieldValue.map(WeightedElement.parse) ?? []
    }

    /// Returns the quality of `coding`, from 0 (not acceptable) to 1.
    ///
    /// `identity` is acceptable unless it is refused, but has the lowest quality if it is not
    /// named. So the coding with the highest quality is the one to send.
    public func quality(of coding: String) -> Double {
        let coding = Self.canonical(coding.lowercased())
        if let named = elements.first(where: { Self.canonical($0.name) == coding }) {
            return named.quality
        }
        if let any = elements.first(where: { $0.name == "*" }) {
            return any.quality
        }
        return coding == "identity" ? QualityValue.least : 0
    }

    /// Whether `coding` is acceptable, and the client does not prefer content without a coding.
    public func prefers(_ coding: String) -> Bool {
        let quality = quality(of: coding)
        return quality > 0 && quality >= self.quality(of: "identity")
    }

    /// `x-gzip` is `gzip` (RFC 9110 section 8.4.1.3).
    private static func canonical(_ coding: String) -> String {
        coding == "x-gzip" ? "gzip" : coding
    }
}
