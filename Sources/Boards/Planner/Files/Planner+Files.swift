import BoardKit
import JSON
import Sync

/// Declares the actions, views and problems of files and feeds.
extension Planner {
    static let fileActions = [importFile] + feedActions

    static let fileViews = [
        ViewDeclaration(
            name: accountsView, scope: .shared, readers: [.owner], document: accountsDocument)
    ]

    static let fileProblems: [ProblemDeclaration] =
        [
            .noCalendarList, .noFeed, .feedIsGone, .tooManyFeeds, .noEventTable, .nothingImported,
            .noImportedEvent,
        ] + CalendarFileRefusal.all

    /// The documents of the shared views of `fileViews`.
    var emptyFileDocuments: [String: Document] {
        var rows: [String: JSON] = [:]
        for id in feedIDs { rows[id.text] = feeds[id]?.json }
        let members = accountMembers.merging(["feeds": .object(rows)]) { $1 }
        return [Self.accountsView: Document(members)]
    }

    /// Returns the states after `imported`, `feed_added` or `feed_removed`.
    func fileChange(of event: Event, _ kind: PlannerEvent) -> PlannerChange? {
        switch kind {
        case .feedAdded:
            guard let id = FeedID(event.subject), !feeds.knows(id),
                let feed = event.data["feed"].flatMap({ Feed($0) })
            else { return nil }
            return PlannerChange(\.feeds, id, to: feed)
        case .feedRemoved:
            guard let id = FeedID(event.subject), feeds[id] != nil else { return nil }
            return PlannerChange(\.feeds, id, to: nil)
        default: return importChange(of: event)
        }
    }

    private func importChange(of event: Event) -> PlannerChange? {
        guard let id = CalendarID(event.subject), id != .reservations,
            let members = event.data["events"]?.members
        else { return nil }
        var change = PlannerChange()
        if let made = event.data["calendar"] {
            guard !id.isFixed, !calendars.knows(id), let calendar = BookCalendar(made) else {
                return nil
            }
            change.calendars.set(id, to: calendar)
        } else if calendar(id) == nil {
            return nil
        }
        for (text, data) in members {
            guard let name = EventID(text), let state = PlannedEvent(data), state.calendar == id,
                events[name].map({ $0.calendar == id }) ?? !events.knows(name)
            else { return nil }
            change.events.set(name, to: state)
        }
        return change
    }

    func fileFault(in members: JSON) -> String? {
        let checks = [
            ("details", members.has("details", FeedDetails.self)),
            (
                // In an undo, `calendars` is an object: the restored calendars by id.
                "calendars",
                members["calendars"]?.members != nil
                    || members.has("calendars", FeedCalendars.self)
            ),
        ]
        return checks.first { !$0.1 }.map { "its \($0.0) is invalid" }
    }
}

extension ProblemDeclaration {
    static let noCalendarList = Self(
        "planner.no_calendar_list", "{label} must be a list of calendars")
    static let noFeed = Self("planner.no_feed", "There is no such feed")
    static let feedIsGone = Self("planner.feed_is_gone", "The feed was removed")
    static let tooManyFeeds = Self("planner.too_many_feeds", "There can be at most {max} feeds")
    static let noEventTable = Self(
        "planner.no_event_list", "{label} must be a list of up to {max} events")
    static let noImportedEvent = Self(
        "planner.no_imported_event", "Event {number} can't be imported")
    static let nothingImported = Self(
        "planner.nothing_imported", "All of that is in the calendar already")
}
