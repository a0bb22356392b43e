public import Sync

/// The result of one fetch.
public enum FetchAnswer: Sendable, Equatable {
    /// The whole content, and its entity tag (RFC 9110, section 8.8.3).
    case content([UInt8], tag: String?)
    /// The content still has the given tag.
    case same
    case failed(EffectFailure)
}

/// Fetches content for connectors. The hub itself only serves, so its creator passes this in.
public protocol Fetcher: Sendable {
    /// Fetches the content once. Blocks for a minute at most.
    ///
    /// - Parameter tag: the entity tag of the known content; `nil` if none is known.
    func fetch(_ connector: Connector, tag: String?) -> FetchAnswer
}
