import BoardKit

/// What a source calls a place: `osm:node/900000000018`, `yelp:gR9DTbKCvezQlqvD7_FzPw`.
struct PlaceRef: Sendable, Equatable {
    enum Origin: String, CaseIterable, Sendable {
        case openStreetMap = "osm"
        case yelp
    }

    let text: String
    let origin: Origin

    /// Returns `nil` if no source has such refs.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty, text.utf8.count <= Self.bytesMax,
            let origin = Origin(rawValue: String(parts[0]))
        else { return nil }
        self.text = text
        self.origin = origin
    }

    private static let bytesMax = 100
}
