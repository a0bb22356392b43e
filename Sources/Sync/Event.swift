public import JSON

/// One accepted mutation, as the journal stores it.
public struct Event: Sendable, Equatable {
    /// 1, 2, 3 … per venue, without gaps.
    public var rev: Int
    /// The time of the event. Never earlier than the event before it, unless `recordsSetBack` is
    /// true.
    public var at: Instant
    /// The board it belongs to: `waitlist`.
    public var board: String
    /// The kind of change, in the past tense: `added`.
    public var kind: String
    /// The id of the item that changed: a party, a notice.
    public var subject: String
    /// The data that is needed to apply the event without running the rules again. Always an
    /// object.
    public var data: JSON
    public var actor: Actor
    /// The id of the mutation that requested it; `nil` if time caused it.
    public var mutationID: String?

    public init(
        rev: Int, at: Instant, board: String, kind: String, subject: String, data: JSON,
        actor: Actor, mutationID: String?
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

    /// The kind of event that records that the hub's clock was set back. Its data contains the time
    /// of the previous event as `from`.
    public static let clockSetBackKind = "clock_set_back"

    /// Whether it records that the hub's clock was set back. Only such an event may be earlier than
    /// the one before it.
    public var recordsSetBack: Bool { kind == Self.clockSetBackKind && actor == .clock }

    /// The kind of event that records that a service day began.
    public static let dayBeganKind = "day_began"

    var beginsServiceDay: Bool { kind == Self.dayBeganKind && actor == .clock }

    /// The member of an event's data, and of an item's row, that holds the additions of other
    /// boards.
    public static let extrasMember = "extras"

    /// The additions of other boards, by name.
    public var extras: [String: JSON] { data[Self.extrasMember]?.members ?? [:] }

    /// The member of an event's data that lists the secrets that were set (`true`) or removed
    /// (`false`).
    public static let secretsMember = "secrets"

    /// The member of an event's data that contains an `EffectReport`.
    static let effectMember = "effect"

    /// The report that the event contains, if it reports an effect.
    public var effect: EffectReport? {
        actor == .hub ? data[Self.effectMember].flatMap { EffectReport($0) } : nil
    }

    /// The mutation id that others may see. `nil` if the mutation came by the join link: the link
    /// is public, so anybody who repeated the id would get the same answer, with the ticket.
    public var publicMutationID: String? { actor.isJoinLink ? nil : mutationID }

    /// The CloudEvents type: `tablecast.waitlist.added`.
    public var type: String { "tablecast.\(board).\(kind)" }

    /// The event as a CloudEvents 1.0 JSON object. Its data must already be masked for the reader.
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
            "actor": .string(actor.text),
            "mutationid": publicMutationID.map(JSON.string),
        ])
    }
}
