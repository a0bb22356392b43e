import BoardKit
package import JSON
package import Sync

/// The notices on every screen. Each stays until a host clears it, until a given time, or until
/// newer notices displace it.
package struct Notices: ActingBoard {
    private(set) var ledger = Ledger<NoticeID, Notice>()
    /// The visible notices, with the times at which they are cleared automatically.
    private var standing: [NoticeID: Instant?] = [:]

    static let standingCountMax = 50
    static let displayView = "notice/display"

    package enum Action: String {
        case post = "notice.post"
        case clear = "notice.clear"
        case undo = "notice.undo"
    }

    package enum Kind: String {
        case posted
        case cleared
        case undone
    }

    package init() {}

    package var declaration: BoardDeclaration { Self.declared }

    package var emptyDocuments: [String: Document] {
        [Self.displayView: Document(["notices": [:]])]
    }

    /// Returns the notice's id for an answer to `post`.
    package func result(of event: Event) -> JSON? {
        event.kind == Kind.posted.rawValue ? ["notice": .string(event.subject)] : nil
    }

    package func nextDue() -> Instant? { due?.at }

    /// Clears the notice that is due first. Of several, clears the one that was posted first.
    package func decideDue(at moment: Moment) -> Decision? {
        guard let due, due.at <= moment.now, let notice = ledger[due.id] else { return nil }
        return Self.decision(.cleared, of: due.id.text, ["text": .string(notice.text)])
    }

    private var due: (at: Instant, id: NoticeID)? {
        if standing.count > Self.standingCountMax,
            let oldest = standing.keys.min(by: { $0.rev < $1.rev }), let notice = ledger[oldest]
        {
            return (notice.at, oldest)
        }
        return standing.compactMap { id, until in until.map { ($0, id) } }
            .min { ($0.0, $0.1.rev) < ($1.0, $1.1.rev) }
    }

    package mutating func apply(_ event: Event) -> [RowChange] {
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
        let shown = new.flatMap { $0.isCleared ? nil : $0 }
        standing[id] = shown.map(\.until)
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
        writer.write(standing)
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        ledger = try Ledger(from: &reader)
        standing = try reader.read()
    }
}

extension Notices: ImportableBoard {
    package var appliedRev: Int { ledger.lastRev }

    package func fault(in members: JSON) -> String? {
        members.has("text", NoticeText.self) ? nil : "its text is invalid"
    }
}
