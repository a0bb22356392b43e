/// A question to Yelp.
public enum YelpQuestion: Sendable, Hashable {
    case around(SourceArea)
    /// Businesses by their ids.
    case places([String])
}

/// Yelp's answer to a question.
public struct YelpFinding: Sendable, Equatable {
    /// The businesses. One that has moved keeps the requested id.
    public var places: [YelpPlace]
    /// The fetch time of the oldest part, in seconds since 1970.
    public var fetchedAt: Int64

    public init(places: [YelpPlace], fetchedAt: Int64) {
        self.places = places
        self.fetchedAt = fetchedAt
    }
}
