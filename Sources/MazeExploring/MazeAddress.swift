public import Destinations

/// The URL of a maze API, such as `https://hub.example/v1/main/maze/api/plain`.
public struct MazeAddress: Sendable, Hashable {
    private let base: Destination

    /// Parses a URL. Ignores a trailing slash.
    ///
    /// - Throws: An error that says what to write.
    public init(_ text: String) throws(DestinationError) {
        guard !text.contains(where: { "?#".contains($0) }) else {
            throw DestinationError("It must not contain a query or a fragment.")
        }
        base = try Destination(text.hasSuffix("/") ? String(text.dropLast()) : text)
    }

    /// The URL in the form in which addresses are compared.
    public var text: String { base.origin + path }

    private var path: String { base.path == "/" ? "" : base.path }

    /// Returns the URL of a path below the address, or `nil` if it is too long.
    ///
    /// - Parameter place: The path and query to append, percent-encoded.
    package func at(_ place: String) -> Destination? { base.at(path + place) }
}
