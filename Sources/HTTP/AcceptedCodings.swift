/// Which content codings an `Accept-Encoding` field takes (RFC 9110 section 12.5.3).
public struct AcceptedCodings: Sendable {
    private let elements: [WeightedElement]

    /// - Parameter fieldValue: the field's value; nil when the request has none. The RFC then
    ///   allows any coding; here it means `identity`, because who does not ask for a coding seldom
    ///   undoes it.
    public init(_ fieldValue: String?) {
        elements = fieldValue.map(WeightedElement.parse) ?? []
    }

    /// How welcome `coding` is, from 0 (not at all) to 1.
    ///
    /// `identity` is welcome unless it is refused, but least of all when it is not named, so that
    /// the coding with the highest quality is the one to send.
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

    /// `x-gzip` is `gzip` (RFC 9110 section 8.4.1.3).
    private static func canonical(_ coding: String) -> String {
        coding == "x-gzip" ? "gzip" : coding
    }
}
