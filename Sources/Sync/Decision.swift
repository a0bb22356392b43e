public import JSON

/// The time of a decision, and the revision that its event will have.
public struct Moment: Sendable {
    public var now: Instant
    public var rev: Int

    public init(now: Instant, rev: Int) {
        self.now = now
        self.rev = rev
    }
}

/// A board's decision, from which the hub makes an `Event`.
public struct Decision: Sendable, Equatable {
    public var kind: String
    public var subject: String
    public var data: JSON
    /// A change of devices to make when the event is durable; `nil` for nearly all events.
    public var access: AccessChange?
    /// A change of a stored effect, made in the event's transaction; `nil` for nearly all.
    public var effectChange: EffectChange?
    /// Secrets to seal or remove in the event's transaction. The kernel adds the action's sealed
    /// arguments.
    public var secrets: [SecretChange] = []
    /// Effects that the board can't derive from the event, because they contain what no event may. They
    /// come before those of `Board.effects(of:)`. A board in memory has none.
    public var effects: [Effect] = []
    /// Reference data to keep or remove in the event's transaction. See `keep(_:)`.
    public internal(set) var reference: ReferenceChange?
    /// Whether somebody has to confirm the subject.
    public var awaitsConfirmation: Bool

    public init(
        kind: String, subject: String, data: JSON, access: AccessChange? = nil,
        effectChange: EffectChange? = nil, awaitsConfirmation: Bool = false
    ) {
        self.kind = kind
        self.subject = subject
        self.data = data
        self.access = access
        self.effectChange = effectChange
        self.awaitsConfirmation = awaitsConfirmation
    }
}

extension Decision {
    /// Adds the report of an effect.
    mutating func carry(_ report: EffectReport) {
        var members = data.members ?? [:]
        members[Event.effectMember] = report.json
        data = .object(members)
        effectChange = report.change
    }

    /// Moves a mutation's sealed arguments to `secrets`, in the form that the decision contains, if
    /// any. An empty text removes the secret. The event only records which were set.
    ///
    /// Skips arguments that are not texts: the board has put them into `effects`.
    mutating func seal(_ names: Set<String>, of mutation: Mutation) {
        var said: [String: JSON] = [:]
        var members = data.members ?? [:]
        for name in names.sorted() {
            guard let given = mutation.arguments[name] else { continue }
            let read = members.removeValue(forKey: name)
            guard given.isNull || given.text != nil else { continue }
            let text = read?.isNull == true ? "" : read?.text ?? given.text ?? ""
            secrets.append(
                SecretChange(
                    name: "\(subject)/\(name)", value: text.isEmpty ? nil : Array(text.utf8)))
            said[name] = .bool(!text.isEmpty)
        }
        if !said.isEmpty { members[Event.secretsMember] = .object(said) }
        data = .object(members)
    }
}
