/// A piece of work that the hub does for a venue.
package struct Work: Sendable, Hashable {
    /// The venue's slug.
    package var venue: String
    /// The name of a view, `planner/week?monday=2026-11-23`, or of a board and its connector,
    /// `planner c_3/fetch`.
    package var name: String

    package init(_ name: String, in venue: String) {
        self.venue = venue
        self.name = name
    }

    package init(connector id: String, of board: some StringProtocol, in venue: String) {
        self.init("\(board) \(id)", in: venue)
    }
}
