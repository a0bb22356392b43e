import BoardKit
import CalendarMerging
import ICalendar
import Sync
import WaitlistBoard

/// What calendars look like outside: files and feeds.
extension Planner {
    /// A calendar as a file, with everything that the board knows.
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

    /// The reservations whose guests come, are here or were here, with no more of their names than
    /// the house permits. Phones, notes and tags stay in the house.
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
    /// Times, and nothing else.
    fileprivate static let busy = EventDetails(title: busyTitle)
}

extension CalendarEvent {
    /// The event as a feed shows it: a private one has its times only, and none shows its guests and
    /// meetings at Google. Returns `nil` for what a feed of times leaves out, because it blocks none.
    ///
    /// - Parameter name: a UID that says nothing about it.
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
        event.recurrence.changes = event.changes.mapValues(\.time)
        return event
    }

    /// The event, in which private changes have their times only.
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
