import BoardKit
import Sync

/// The status of a reservation.
enum ReservationStatus: String, Sendable, CaseIterable {
    case booked
    /// Its party is on the waiting list.
    case arrived
    case seated
    case cancelled
    case noShow = "no_show"

    /// Whether its guests come, are here, or were here: whether its covers count.
    var counts: Bool {
        switch self {
        case .booked, .arrived, .seated: true
        case .cancelled, .noShow: false
        }
    }

    /// Whether screens show it.
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
