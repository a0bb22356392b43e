import ICalendar
import JSON
import Sync

/// The reasons to refuse a whole file, as the answer to its import reports them.
enum CalendarFileRefusal {
    static let all: [ProblemDeclaration] =
        CalendarFileProblem.allCases.map(problem) + EventProblem.samples.map(\.declaration)
        + [.lastsTooLong]

    static func problem(_ problem: CalendarFileProblem) -> ProblemDeclaration {
        ProblemDeclaration("planner.file_\(problem.rawValue)", problem.text)
    }

    static func rejection(_ refused: CalendarFileProblem) -> Rejection {
        Rejection(.invalid, problem(refused))
    }
}

/// An event of a file that the board refuses.
struct EventRefusal: Sendable {
    /// The first line of the event in the file, from 1.
    let line: Int
    let uid: String?
    let reason: Reason

    init(_ refused: RefusedEvent) {
        line = refused.line
        uid = refused.uid
        reason = refused.problem.reason
    }

    init(line: Int, uid: String, _ reason: Reason) {
        self.line = line
        self.uid = String(uid.prefix(255))
        self.reason = reason
    }

    var sentence: String { reason.message() }

    var json: JSON {
        var members = reason.members()
        members["problem"] = members.removeValue(forKey: "message")
        members["line"] = JSON(line)
        members["uid"] = uid.map(JSON.string)
        return .object(members)
    }
}

extension EventProblem {
    fileprivate var declaration: ProblemDeclaration {
        ProblemDeclaration("planner.refused_\(code)", template)
    }

    var reason: Reason { Reason(declaration, values.mapValues { .string($0) }) }
}

extension ProblemDeclaration {
    static let lastsTooLong = Self("planner.refused_lasts_too_long", "The event lasts too long")
}
