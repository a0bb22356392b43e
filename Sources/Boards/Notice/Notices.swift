public import JSON
public import Sync

/// The notices on every screen. Each stays until a host clears it, or until a given time.
public struct Notices: Board {
    private(set) var ledger = Ledger<NoticeID, Notice>()
    /// The visible notices that time will clear.
    private var expiring: [NoticeID: Instant] = [:]

    static let displayView = "notice/display"

    enum Action: String {
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

    public var declaration: BoardDeclaration { Self.declared }

    public var emptyDocuments: [String: Document] {
        [Self.displayView: Document(["notices": [:]])]
    }

    /// The answer to `post` contains the notice's id.
    public func result(of event: Event) -> JSON? {
        event.kind == Kind.posted.rawValue ? ["notice": .string(event.subject)] : nil
    }

    public func nextDue() -> Instant? { expiring.values.min() }

    /// Clears the notice that is due first; of several, the one that was posted first.
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
        let shown = new.flatMap { $0.isCleared ? nil : $0 }
        let shownBefore = old.flatMap { $0.isCleared ? nil : $0 }
        if shown == shownBefore { return [] }
        return [
            RowChange(
                view: Self.displayView, member: "notices", row: id.text,
                making: shown.map { notice in { @Sendable in notice.row } })
        ]
    }
}

extension Notices: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        ledger.write(to: &writer)
        let expiring = expiring.sorted { $0.key.rev < $1.key.rev }
        writer.write(expiring.map(\.key.rev))
        writer.write(expiring.map(\.value))
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        ledger = try Ledger(from: &reader)
        let notices = try reader.read([Int].self).map(NoticeID.init(rev:))
        let instants = try reader.read([Instant].self)
        expiring = Dictionary(zip(notices, instants), uniquingKeysWith: { first, _ in first })
    }
}
