import BoardKit
import JSON
import Sync

/// A read-only iCalendar address.
struct Feed: Sendable, Equatable {
    var name: String
    var calendars: [CalendarID]
    var details: FeedDetails
}

/// The details of events that a feed publishes.
enum FeedDetails: String, Sendable, CaseIterable, ArgumentValue, SavedCase {
    case full
    /// Times only.
    case busy
}

extension Feed: FieldState {
    static let blank = Feed(name: "", calendars: [], details: .full)

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("name", &name, old.name)
        try fields("calendars", &calendars, old.calendars)
        try fields("details", &details, old.details)
    }
}

struct FeedCalendars: ArgumentValue {
    static let schema = Schema(
        .list(of: ItemID.schema, countMin: 1, countMax: Planner.calendarCountMax))

    let names: [ItemID]

    init(_ argument: JSON) throws(Reason) {
        guard let elements = argument.elements else { throw Reason(.noCalendarList) }
        guard !elements.isEmpty else { throw Reason(.required) }
        guard elements.count <= Planner.calendarCountMax else { throw Reason(.noCalendarList) }
        var names: [ItemID] = []
        for element in elements {
            guard let name = try? ItemID(element) else { throw Reason(.noCalendarList) }
            names.append(name)
        }
        self.names = names
    }
}
