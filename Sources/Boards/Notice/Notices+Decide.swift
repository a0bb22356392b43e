package import BoardKit
import JSON
package import Sync

extension Notices {
    package static let staleProblem = ProblemDeclaration.noticeChanged

    package func decide(
        _ action: Action, _ asked: inout Asked, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        switch action {
        case .post: return try decidePost(&asked)
        case .clear: return try decideClear(&asked)
        case .undo: return try decideUndo(&asked)
        }
    }

    private func decidePost(_ asked: inout Asked) throws(Rejection) -> Decision {
        let text: NoticeText? = asked.arguments.required("text")
        let level: NoticeLevel? = asked.arguments.required("level")
        let until: WritableInstant? = asked.arguments.optional("until")
        if let until, until.instant <= asked.moment.now {
            asked.arguments.add(.untilPast, at: "until")
        }
        guard asked.areGood, let text, let level else { throw asked.rejection }
        return Self.decision(
            .posted, of: NoticeID(rev: asked.moment.rev).text,
            [
                "text": .string(text.text), "level": .string(level.rawValue),
                "until": until.map { .string($0.instant.description) },
            ])
    }

    private func decideClear(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("notice")
        let (id, notice) = try ledger.existing(named, else: .noNotice)
        try asked.check(ledger.lastRev(of: id))
        if notice.isCleared { throw Rejection(.conflict, .clearedAlready) }
        return Self.decision(.cleared, of: id.text, ["text": .string(notice.text)])
    }

    private func decideUndo(_ asked: inout Asked) throws(Rejection) -> Decision {
        let (rev, id, before) = try ledger.undo(&asked)
        if let before, !before.isCleared, let until = before.until, until <= asked.moment.now {
            throw Rejection(.conflict, .timePassed)
        }
        return Self.decision(
            .undone, of: id.text,
            [
                "text": .string((before ?? ledger[id])?.text ?? ""), "undoes": JSON(rev),
                "notice": before?.data ?? .null,
            ])
    }
}
