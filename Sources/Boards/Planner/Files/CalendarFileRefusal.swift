import ICalendar
import JSON
import Sync

/// Why nothing of a file is taken, as the answer to its import says.
enum CalendarFileRefusal {
    static let all: [ProblemDeclaration] = CalendarFileProblem.allCases.map(problem)

    private static func problem(_ problem: CalendarFileProblem) -> ProblemDeclaration {
        ProblemDeclaration("planner.file_\(problem.name)", problem.text)
    }

    static func rejection(_ refused: CalendarFileProblem) -> Rejection {
        Rejection(.invalid, problem(refused))
    }
}

extension CalendarFileProblem {
    fileprivate var name: String {
        switch self {
        case .tooLarge: "too_large"
        case .notACalendar: "not_a_calendar"
        case .notUTF8: "not_utf8"
        case .tooDeep: "too_deep"
        case .tooManyEvents: "too_many_events"
        }
    }
}
