import CalendarMerging
import Destinations

/// A reason why a task failed.
enum DAVFailure: Error, Equatable {
    /// The user has to act. For `elsewhere`, `at` is the URL to link instead.
    case account(AccountProblem, at: String? = nil)
    /// A temporary failure.
    case transfer(TransferFailure, secondsMin: Int? = nil)
    /// The answer is not a multistatus, but a page or an error.
    case notMultistatus(status: Int)
    /// The answer exceeds the limit.
    case tooLong
    case calendar(CalendarRefusal)

    init(_ error: OutgoingError) { self = .transfer(TransferFailure(error)) }

    /// Whether the URL seems to lead to something other than the intended server.
    var isOtherServer: Bool {
        switch self {
        case .notMultistatus, .calendar: true
        case .account, .transfer, .tooLong: false
        }
    }

    /// The answer if listing calendars fails.
    var whileFinding: CalendarAnswer {
        switch self {
        case .transfer(.privateAddress, _): .done([.refused(.privateAddress)])
        case .transfer(.certificate, _): .done([.refused(.certificate)])
        case .notMultistatus(403), .notMultistatus(404), .notMultistatus(410), .calendar:
            .done([.refused(.notFound)])
        case .notMultistatus: .done([.refused(.notCalDAV)])
        default: answer(about: "")
        }
    }

    /// Returns the answer if synchronising a calendar fails.
    func answer(about calendar: String) -> CalendarAnswer {
        switch self {
        case .account(let problem, let address): .done([.refused(problem, at: address)])
        case .transfer(let failure, let secondsMin): .failed(failure, secondsMin: secondsMin)
        case .notMultistatus(404), .notMultistatus(410):
            .done([.calendarRefused(calendar: calendar, .gone)])
        case .notMultistatus(let status) where status >= 300:
            .failed(.answered(status), secondsMin: nil)
        case .notMultistatus, .tooLong: .failed(.notWhole, secondsMin: nil)
        case .calendar(let refusal):
            .done([.calendarRefused(calendar: calendar, refusal)])
        }
    }
}
