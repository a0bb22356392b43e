public import JSON
public import Sync

/// The notices that hosts put on every screen, each until it is cleared, or until the time that was
/// given with it.
public struct Notices: Board {
    private var ledger = Ledger<NoticeID, Notice>()
    /// Those that are shown and that time will clear.
    private var expiring: [NoticeID: Instant] = [:]

    static let displayView = "notice/display"

    enum Action: String, CaseIterable {
        case post = "notice.post"
        case clear = "notice.clear"
        case undo = "notice.undo"
    }

    enum Kind: String {
        case posted
        case cleared
        case undone
    }

    public init() {}

    public var name: String { "notice" }

    public var actions: Set<String> { Set(Action.allCases.map(\.rawValue)) }

    public var views: [ViewRule] {
        [ViewRule(name: Self.displayView, scope: .shared, readers: Set(Role.allCases))]
    }

    public var emptyDocuments: [String: Document] {
        [Self.displayView: Document(["notices": [:]])]
    }

    public func permits(_ mutation: Mutation, by principal: Principal) -> Bool {
        principal.role == .owner || principal.role == .host
    }

    /// `post` is answered with the notice's id.
    public func result(of event: Event) -> JSON? {
        event.kind == Kind.posted.rawValue ? ["notice": .string(event.subject)] : nil
    }

    public func personalDocument(view: String, party: String) -> PersonalDocument? { nil }

    /// Nothing in a notice is anybody's secret.
    public func masked(_ value: JSON) -> JSON { value }

    public func nextDue() -> Instant? { expiring.values.min() }

    /// The notice that is due first; of those due at once, the one posted first.
    public func decideDue(at moment: Moment) -> Decision? {
        let due = expiring.min { one, other in
            (one.value, one.key.rev) < (other.value, other.key.rev)
        }
        guard let due, due.value <= moment.now, let notice = ledger[due.key] else { return nil }
        return Self.decision(.cleared, of: due.key, ["text": .string(notice.text)])
    }

    public mutating func apply(_ event: Event) -> [RowChange] {
        guard event.board == name, event.rev > ledger.lastRev, let id = NoticeID(event.subject)
        else { return [] }
        switch Kind(rawValue: event.kind) {
        case .posted:
            guard !ledger.knows(id), let notice = Notice(event.data, at: event.at) else {
                return []
            }
            return replace(id, by: notice, event)
        case .cleared:
            guard var notice = ledger[id] else { return [] }
            notice.isCleared = true
            return replace(id, by: notice, event)
        case .undone:
            guard let undoes = event.data["undoes"]?.integer, ledger.hasEvent(undoes, of: id),
                let state = event.data["notice"]
            else { return [] }
            let notice = Notice(state, at: event.at)
            guard notice != nil || state.isNull else { return [] }
            return replace(id, by: notice, event, undoes: undoes)
        case nil: return []
        }
    }

    private mutating func replace(
        _ id: NoticeID, by new: Notice?, _ event: Event, undoes: Int? = nil
    ) -> [RowChange] {
        let old = ledger[id]
        ledger.record(event, of: id, undoes: undoes, state: new)
        expiring[id] = new?.isCleared == false ? new?.until : nil
        if old?.row == new?.row { return [] }
        return [
            RowChange(view: Self.displayView, member: "notices", row: id.text, value: new?.row)
        ]
    }
}

extension Notices {
    public func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment
    ) throws(Rejection) -> Decision {
        var arguments = Arguments(mutation.arguments)
        switch Action(rawValue: mutation.action) {
        case .post: return try decidePost(&arguments, at: moment)
        case .clear: return try decideClear(&arguments, ifRev: mutation.ifRev)
        case .undo: return try decideUndo(&arguments, ifRev: mutation.ifRev, at: moment)
        case nil: throw Rejection(.unknownAction, "There is no such action")
        }
    }

    private func decidePost(
        _ arguments: inout Arguments, at moment: Moment
    ) throws(Rejection) -> Decision {
        let text: NoticeText? = arguments.required("text")
        let level: NoticeLevel? = arguments.required("level")
        let until: WritableInstant? = arguments.optional("until")
        if let until, until.instant <= moment.now {
            arguments.add("Until must be an instant in the future", at: "until")
        }
        guard arguments.areGood, let text, let level else { throw arguments.rejection }
        var data: [String: JSON] = [
            "text": .string(text.text), "level": .string(level.rawValue),
        ]
        if let until { data["until"] = .string(until.instant.description) }
        return Self.decision(.posted, of: NoticeID(rev: moment.rev), data)
    }

    private func decideClear(
        _ arguments: inout Arguments, ifRev: Int?
    ) throws(Rejection) -> Decision {
        let named: ThingName? = arguments.required("notice")
        guard arguments.areGood, let named else { throw arguments.rejection }
        guard let id = NoticeID(named.text), let notice = ledger[id] else {
            throw Rejection(.notFound, "There is no such notice")
        }
        try checkFreshness(of: id, ifRev: ifRev)
        if notice.isCleared { throw Rejection(.conflict, "The notice has been cleared already") }
        return Self.decision(.cleared, of: id, ["text": .string(notice.text)])
    }

    private func decideUndo(
        _ arguments: inout Arguments, ifRev: Int?, at moment: Moment
    ) throws(Rejection) -> Decision {
        let number: RevisionNumber? = arguments.required("rev")
        guard arguments.areGood, let rev = number?.rev else { throw arguments.rejection }
        guard let id = try ledger.thing(ofEvent: rev) else {
            throw Ledger<NoticeID, Notice>.isByClock
        }
        try checkFreshness(of: id, ifRev: ifRev)
        let before = try ledger.stateBefore(rev, of: id)
        if let before, !before.isCleared, let until = before.until, until <= moment.now {
            throw Rejection(.conflict, "The notice's time has passed, so it can't be shown again")
        }
        return Self.decision(
            .undone, of: id,
            [
                "text": .string((before ?? ledger[id])?.text ?? ""), "undoes": JSON(rev),
                "notice": before?.data ?? .null,
            ])
    }

    private func checkFreshness(of id: NoticeID, ifRev: Int?) throws(Rejection) {
        guard let ifRev, ledger.lastRev(of: id) > ifRev else { return }
        throw Rejection(.stale, "The notice has changed in the meantime")
    }

    private static func decision(
        _ kind: Kind, of id: NoticeID, _ data: [String: JSON]
    ) -> Decision {
        Decision(kind: kind.rawValue, subject: id.text, data: .object(data))
    }
}
