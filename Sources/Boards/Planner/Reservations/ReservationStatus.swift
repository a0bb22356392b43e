import BoardKit
import Sync

enum ReservationStatus: String, Sendable, CaseIterable {
    case booked
    /// The party is on the waiting list.
    case arrived
    case seated
    case cancelled
    case noShow = "no_show"

    /// Whether the covers count: the guests are expected, are here, or were here.
    var counts: Bool {
        switch self {
        case .booked, .arrived, .seated: true
        case .cancelled, .noShow: false
        }
    }

    /// Whether screens show the reservation.
    var isDisplayed: Bool { self == .booked || self == .arrived }

    /// The phrase for `{state}`.
    var phrase: ProblemDeclaration {
        ProblemDeclaration("planner.state.\(rawValue)", words)
    }

    private var words: String {
        switch self {
        case .booked: "booked"
        case .arrived: "on the waiting list already"
        case .seated: "seated already"
        case .cancelled: "cancelled"
        case .noShow: "marked as a no-show"
        }
    }
}

extension ReservationStatus: SavedCase {}
