import Destinations

/// Why a task can't be done.
enum DAVFailure: Error, Equatable {
    /// A person has to do something; with `elsewhere`, link this address.
    case account(AccountProblem, at: String? = nil)
    /// It may pass.
    case transfer(TransferFailure, secondsMin: Int? = nil)
    /// An answer that should be a multistatus is something else: a page, or an error.
    case notMultistatus(status: Int)
    /// An answer is longer than allowed.
    case tooLong
    case calendar(CalendarRefusal)

    init(_ error: OutgoingError) { self = .transfer(TransferFailure(error)) }

    /// Whether the address leads to something other than the calendar server that was meant.
    var isOtherServer: Bool {
        switch self {
        case .notMultistatus, .calendar: true
        case .account, .transfer, .tooLong: false
        }
    }

    /// What it is to somebody who waits for a list of calendars.
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

    /// What it is to somebody who synchronises a calendar.
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
