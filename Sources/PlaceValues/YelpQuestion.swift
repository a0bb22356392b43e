/// A question to Yelp.
public enum YelpQuestion: Sendable, Hashable {
    case around(SourceArea)
    /// Businesses by their ids.
    case places([String])
}

/// An answer of Yelp.
public struct YelpFinding: Sendable, Equatable {
    /// A business that has moved keeps the id that was requested.
    public var places: [YelpPlace]
    /// The fetch time of its oldest part, in seconds since 1970.
    public var fetchedAt: Int64

    public init(places: [YelpPlace], fetchedAt: Int64) {
        self.places = places
        self.fetchedAt = fetchedAt
    }
}
