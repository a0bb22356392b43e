import BoardKit
import CalendarMerging
import ICalendar
import Sync
import WaitlistBoard

/// Writes calendars as files and feeds.
extension Planner {
    /// Returns a calendar as a file, with everything that the board knows.
    func exportText(of id: CalendarID) -> String {
        var text = CalendarText(name: calendar(id)?.name)
        if id == .reservations {
            for event in reservationEvents(.full) { text.append(event) }
        }
        for event in contents(of: id) { text.append(event) }
        return String(decoding: text.finished(), as: UTF8.self)
    }

    func text(ofFeed id: FeedID) -> String {
        guard let feed = feeds[id] else { return "" }
        var text = CalendarText(name: feed.name)
        for calendar in feed.calendars where self.calendar(calendar) != nil {
            if calendar == .reservations {
                for event in reservationEvents(feed.details) { text.append(event) }
            }
            for name in (shelves[calendar]?.ids ?? []).sorted() {
                guard let event = events[name]?.content else { continue }
                if let shown = event.shown(in: feed.details, as: uid(of: name)) {
                    text.append(shown)
                }
            }
        }
        return String(decoding: text.finished(), as: UTF8.self)
    }

    private func contents(of id: CalendarID) -> [CalendarEvent] {
        (shelves[id]?.ids ?? []).sorted().compactMap { events[$0]?.content }
    }

    /// Returns the reservations that count, with no more of the names than the house permits. Phone
    /// numbers, notes and tags are never published.
    private func reservationEvents(_ details: FeedDetails) -> [CalendarEvent] {
        bookings.ids.compactMap { id in
            guard let state = reservations[id], state.status.counts else { return nil }
            let label = house.labels.label(of: state.name)
            let title = [label, "(\(state.size))"].compactMap(\.self).joined(separator: " ")
            return CalendarEvent(
                uid: "\(id.text)-\(epoch)@tablecast",
                details: EventDetails(title: details == .busy ? EventDetails.busyTitle : title),
                recurrence: Recurrence(
                    start: .zoned(state.start, zone),
                    length: EventLength(seconds: Int64(state.minutes) * 60)),
                stamp: state.changedAt?.seconds)
        }
    }
}

extension EventDetails {
    fileprivate static let busyTitle = "Busy"
    /// The details of an event whose time is all that is published.
    fileprivate static let busy = EventDetails(title: busyTitle)
}

extension CalendarEvent {
    /// Returns the event as a feed shows it. A private event shows its times only, and no event
    /// shows its guests and meetings at Google. Returns `nil` in a feed of times if the event
    /// blocks no time.
    ///
    /// - Parameter name: a UID that reveals nothing about the event.
    fileprivate func shown(in feed: FeedDetails, as name: String) -> CalendarEvent? {
        guard feed == .busy || details.isPrivate else {
            return withPrivateChanges.withoutGoogleExtras
        }
        guard details.blocksTime || changes.values.contains(where: \.details.blocksTime) else {
            return nil
        }
        var event = self
        event.uid = name
        event.details = .busy
        event.recurrence.exclusions.formUnion(
            changes.filter { !$0.value.details.blocksTime && !$0.value.time.isForFollowing }.keys)
        event.changes = changes.filter { !event.recurrence.exclusions.contains($0.key) }
            .mapValues { EventChange(details: .busy, time: $0.time, sequence: $0.sequence) }
        return event
    }

    /// The event, with the private changes reduced to their times.
    private var withPrivateChanges: CalendarEvent {
        guard changes.values.contains(where: \.details.isPrivate) else { return self }
        var event = self
        for (key, change) in changes where change.details.isPrivate {
            event.changes[key]?.details = .busy
        }
        return event
    }
}

extension EventDetails {
    fileprivate var blocksTime: Bool { status != .cancelled && !isFree }
}
