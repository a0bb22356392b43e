import JSON
package import Sync

/// An event as an engine stores it: the data is canonical JSON.
package struct EventRow {
    package var rev: Int
    package var time: Int64
    package var board: String
    package var kind: String
    package var subject: String
    package var actor: String
    package var mutationID: String?
    package var data: [UInt8]

    package init(
        rev: Int, time: Int64, board: String, kind: String, subject: String, actor: String,
        mutationID: String?, data: [UInt8]
    ) {
        self.rev = rev
        self.time = time
        self.board = board
        self.kind = kind
        self.subject = subject
        self.actor = actor
        self.mutationID = mutationID
        self.data = data
    }

    /// The revisions that a double represents exactly, as the protocol requires.
    package static let revs: ClosedRange<Int64> = 1...9_007_199_254_740_992

    package init(_ event: Event) {
        rev = event.rev
        time = event.at.milliseconds
        board = event.board
        kind = event.kind
        subject = event.subject
        actor = event.actor.text
        mutationID = event.mutationID
        data = event.data.canonical
    }

    /// - Throws: `damaged` if the data is not a JSON object.
    package func event() throws(StoreError) -> Event {
        guard let data = try? JSON(parsing: data, depthMax: Self.dataDepthMax),
            case .object = data
        else { throw .damaged("the data of revision \(rev) is not a JSON object") }
        return Event(
            rev: rev, at: Instant(milliseconds: time), board: board, kind: kind, subject: subject,
            data: data, actor: Actor(actor), mutationID: mutationID)
    }

    /// More than a message may have, because a board may put a message's arguments into its data.
    private static let dataDepthMax = 64
}
