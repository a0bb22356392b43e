public import JSON

/// One accepted mutation, as the journal keeps it for good.
public struct Event: Sendable, Equatable {
    /// 1, 2, 3 … per venue, without holes.
    public var rev: Int
    public var at: Instant
    /// The board it belongs to: `waitlist`.
    public var board: String
    /// What happened, in the past tense: `added`.
    public var kind: String
    /// The thing it happened to: a party's id, a notice's id.
    public var subject: String
    /// All that is needed to apply it without running the rules again. Always an object.
    public var data: JSON
    /// Role and device: `host:d_4f`; or `clock`.
    public var actor: String
    /// The mutation that asked for it; absent when time itself brought it about.
    public var mutationID: String?

    public init(
        rev: Int, at: Instant, board: String, kind: String, subject: String, data: JSON,
        actor: String, mutationID: String?
    ) {
        self.rev = rev
        self.at = at
        self.board = board
        self.kind = kind
        self.subject = subject
        self.data = data
        self.actor = actor
        self.mutationID = mutationID
    }

    /// The actor of what time brings about.
    public static let clock = "clock"

    /// The id of the mutation, as it may be told of. A newcomer's is not: who repeats it with the join
    /// link, which hangs at the door, gets the party's ticket.
    public var publicMutationID: String? { isByNewcomer ? nil : mutationID }

    /// Whether a guest did it who had no place yet; all others act on their own party only.
    var isByNewcomer: Bool { actor.hasPrefix("guest:") && actor != "guest:\(subject)" }

    /// The CloudEvents type: `tablecast.waitlist.added`.
    public var type: String { "tablecast.\(board).\(kind)" }

    /// The event as a CloudEvents 1.0 JSON object, for whomever: what only some may see of its data
    /// has been masked before.
    public func cloudEvent(venue: String, epoch: String) -> JSON {
        JSON(present: [
            "specversion": "1.0",
            "id": .string("\(epoch):\(rev)"),
            "source": .string("/v1/\(venue)"),
            "type": .string(type),
            "time": .string(at.description),
            "subject": .string(subject),
            "datacontenttype": "application/json",
            "data": data,
            "rev": JSON(rev),
            "board": .string(board),
            "actor": .string(actor),
            "mutationid": publicMutationID.map(JSON.string),
        ])
    }
}
