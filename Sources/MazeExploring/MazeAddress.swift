public import Destinations

/// Where the API of a maze is, such as `https://hub.example/v1/main/maze/api/plain`.
public struct MazeAddress: Sendable, Hashable {
    private let base: Destination

    /// Reads an address. It may end with a slash, which does not count.
    ///
    /// - Throws: A sentence that says what to write.
    public init(_ text: String) throws(DestinationError) {
        guard !text.contains(where: { "?#".contains($0) }) else {
            throw DestinationError("It must not contain a query or a fragment.")
        }
        base = try Destination(text.hasSuffix("/") ? String(text.dropLast()) : text)
    }

    /// The address in the form in which addresses are compared.
    public var text: String { base.origin + path }

    private var path: String { base.path == "/" ? "" : base.path }

    /// - Parameter place: What follows the address, percent-encoded.
    /// - Returns: `nil` if it is too long.
    package func at(_ place: String) -> Destination? { base.at(path + place) }
}
