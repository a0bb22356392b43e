import BoardKit
import JSON
import Sync

/// What the room's screens show of the present service day.
struct Agenda: Sendable {
    /// The calendars of which screens show something.
    var calendars: Set<CalendarID> = []
    /// What happens, in order.
    var occurrences: [PlannedOccurrence] = []
    /// In how many steps they were found.
    var steps = 0
    /// Whether there was enough before all events were looked at.
    var isCut = false
    /// The rows of events.
    var rows: [String: JSON] = [:]
    /// The rows of reservations.
    var reservations: [String: JSON] = [:]

    static let countMax = 500
    static let bytesMax = 2 << 20
}
