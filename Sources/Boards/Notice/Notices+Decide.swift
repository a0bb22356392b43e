import BoardKit
import JSON
package import Sync

extension Notices {
    package func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        var arguments = Arguments(mutation.arguments)
        switch Action(rawValue: mutation.action) {
        case .post: return try decidePost(&arguments, at: moment)
        case .clear: return try decideClear(&arguments, ifRev: mutation.ifRev)
        case .undo: return try decideUndo(&arguments, ifRev: mutation.ifRev, at: moment)
        case nil: throw Rejection(.unknownAction, .noAction)
        }
    }

    private func decidePost(
        _ arguments: inout Arguments, at moment: Moment
    ) throws(Rejection) -> Decision {
        let text: NoticeText? = arguments.required("text")
        let level: NoticeLevel? = arguments.required("level")
        let until: WritableInstant? = arguments.optional("until")
        if let until, until.instant <= moment.now {
            arguments.add(.untilPast, at: "until")
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
        let named: ItemID? = arguments.required("notice")
        guard arguments.areGood, let named else { throw arguments.rejection }
        guard let id = NoticeID(named.text), let notice = ledger[id] else {
            throw Rejection(.notFound, .noNotice)
        }
        try ledger.checkFreshness(of: [id], ifRev: ifRev, else: .noticeChanged)
        if notice.isCleared { throw Rejection(.conflict, .clearedAlready) }
        return Self.decision(.cleared, of: id, ["text": .string(notice.text)])
    }

    private func decideUndo(
        _ arguments: inout Arguments, ifRev: Int?, at moment: Moment
    ) throws(Rejection) -> Decision {
        let (rev, id, before) = try ledger.undo(&arguments, ifRev: ifRev, else: .noticeChanged)
        if let before, !before.isCleared, let until = before.until, until <= moment.now {
            throw Rejection(.conflict, .timePassed)
        }
        return Self.decision(
            .undone, of: id,
            [
                "text": .string((before ?? ledger[id])?.text ?? ""), "undoes": JSON(rev),
                "notice": before?.data ?? .null,
            ])
    }

    static func decision(
        _ kind: Kind, of id: NoticeID, _ data: [String: JSON]
    ) -> Decision {
        Decision(kind: kind.rawValue, subject: id.text, data: .object(data))
    }
}
