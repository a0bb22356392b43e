import CalendarPeers
import Destinations
import HTTPTypes
import ICalendar
import JSON

@testable import CalendarMerging
@testable import CalendarSync

/// A calendar at a server, and its users.
protocol SyncPeer {
    mutating func answer(_ request: OutgoingRequest) -> OutgoingAnswer?
    /// Whether the request has a condition that fails after another change.
    func isConditional(_ request: OutgoingRequest) -> Bool
    /// Returns the server's answer to requests that are too frequent.
    func tooMany(_ number: Int) -> OutgoingAnswer
    /// Invalidates all earlier tokens.
    mutating func forgetTokens()
    /// Returns the events at the server, by their names.
    mutating func events() -> [String: CalendarEvent]
    mutating func add(_ event: CalendarEvent)
    mutating func store(_ event: CalendarEvent, _ name: String)
    mutating func remove(_ name: String)
    /// Sets a property that the planner doesn't know.
    mutating func setForeign(_ text: String, _ name: String)
    /// Returns the unknown properties that were lost although their event exists.
    mutating func lostForeign() -> [String]
}

struct CalDAVPeer: SyncPeer {
    static let calendar = "work"
    static let id = CalDAVState.home + "work/"

    private(set) var state = CalDAVState()
    private var known: [String: (tag: String, event: CalendarEvent)] = [:]
    private var foreign: [String: String] = [:]

    init(_ habits: CalDAVState.Habits) {
        state.habits = habits
        state.calendars[Self.calendar] = CalDAVState.Calendar(title: "Kitchen")
    }

    mutating func answer(_ request: OutgoingRequest) -> OutgoingAnswer? {
        let answer = state.answer(request)
        if request.method == .delete {
            let there = state.calendars[Self.calendar]?.resources ?? [:]
            foreign = foreign.filter { there[$0.key] != nil }
        }
        return answer
    }

    func isConditional(_ request: OutgoingRequest) -> Bool {
        request.method == .put || request.method == .delete
    }

    func tooMany(_ number: Int) -> OutgoingAnswer {
        OutgoingAnswer(status: 429, fields: number == 0 ? [:] : [.retryAfter: "\(number)"])
    }

    mutating func forgetTokens() { state.forgetTokens(of: Self.calendar) }

    mutating func events() -> [String: CalendarEvent] {
        var new: [String: (tag: String, event: CalendarEvent)] = [:]
        for (name, resource) in state.calendars[Self.calendar]?.resources ?? [:] {
            if let old = known[name], old.tag == resource.tag {
                new[name] = old
            } else if let event = try? CalendarFile(reading: resource.text).events.first {
                new[name] = (resource.tag, event)
            }
        }
        known = new
        return new.mapValues(\.event)
    }

    mutating func add(_ event: CalendarEvent) { store(event, event.uid + ".ics") }

    mutating func store(_ event: CalendarEvent, _ name: String) {
        var text = CalendarText(name: nil, productID: "-//Other//EN")
        text.append(event)
        state.put(String(decoding: text.finished(), as: UTF8.self), name, in: Self.calendar)
    }

    mutating func remove(_ name: String) {
        state.delete(name, in: Self.calendar)
        foreign[name] = nil
    }

    mutating func setForeign(_ text: String, _ name: String) {
        guard var event = events()[name] else { return }
        event.details.foreign = "X-KITCHEN:" + text
        store(event, name)
        foreign[name] = text
    }

    mutating func lostForeign() -> [String] {
        foreign.filter { name, text in
            state.text(name, in: Self.calendar)?.contains("X-KITCHEN:\(text)\r\n") == false
        }.values.sorted()
    }
}

struct GooglePeer: SyncPeer {
    static let calendar = "house@example.com"

    private(set) var state = GoogleServerState(
        calendars: [calendar: GoogleServerCalendar(summary: "Kitchen")])
    private var known: [String: CalendarEvent]?
    private var foreign: [String: String] = [:]

    init(pageSizeMax: Int, takesBothNames: Bool) {
        state.pageSizeMax = pageSizeMax
        state.takesBothNames = takesBothNames
    }

    mutating func signIn() -> String { state.signIn() }

    private mutating func change(_ body: (inout GoogleServerCalendar) -> Void) {
        known = nil
        body(&state.calendars[Self.calendar, default: GoogleServerCalendar()])
    }

    mutating func answer(_ request: OutgoingRequest) -> OutgoingAnswer? {
        if request.method != .get { known = nil }
        if request.method == .delete {
            let path = request.destination.path.prefix { $0 != "?" }
            foreign[String(path.split(separator: "/").last ?? "")] = nil
        }
        return state.answer(request).answer
    }

    func isConditional(_ request: OutgoingRequest) -> Bool {
        request.fields[.ifMatch] != nil
    }

    func tooMany(_ number: Int) -> OutgoingAnswer {
        let reason: JSON = number.isMultiple(of: 2) ? "rateLimitExceeded" : "userRateLimitExceeded"
        return OutgoingAnswer(
            status: number.isMultiple(of: 3) ? 429 : 403,
            fields: number == 0 ? [:] : [.retryAfter: "\(number)"],
            body: JSON.object(["error": ["errors": [["reason": reason]]]]).canonical)
    }

    mutating func forgetTokens() { state.expireSyncTokens() }

    mutating func events() -> [String: CalendarEvent] {
        if let known { return known }
        var events: [String: CalendarEvent] = [:]
        let all = state.calendars[Self.calendar]?.events ?? [:]
        for (id, json) in all where json["recurringEventId"] == nil {
            events[id] = GoogleEvent(json).event
        }
        for json in all.values {
            let occurrence = GoogleEvent(json)
            guard let id = occurrence.seriesID, let key = occurrence.key else { continue }
            if occurrence.isCancelled {
                events[id]?.recurrence.exclusions.insert(key)
            } else if let change = occurrence.change {
                events[id]?.changes[key] = change
            }
        }
        known = events
        return events
    }

    mutating func add(_ event: CalendarEvent) {
        var fields = GoogleBody(event).insertion
        fields["iCalUID"] = .string(event.uid)
        change { $0.add(.object(fields)) }
    }

    /// Patches the series and each of its differing occurrences.
    mutating func store(_ event: CalendarEvent, _ name: String) {
        guard let json = state.calendars[Self.calendar]?.event(name),
            let old = GoogleEvent(json).event, let whole = events()[name]
        else { return }
        let isMoved =
            event.recurrence.start != old.recurrence.start
            || event.recurrence.rules != old.recurrence.rules
        let lines =
            isMoved ? [] : old.recurrence.exclusions.intersection(event.recurrence.exclusions)
        let patch = GoogleBody(event.withoutChanges(excluding: lines)).patch(from: GoogleBody(old))
        change { calendar in
            if !patch.isEmpty { calendar.edit(name, .object(patch)) }
            let keys = event.recurrence.exclusions.subtracting(lines).union(event.changes.keys)
                .union(whole.changes.keys).union(whole.recurrence.exclusions)
            for key in keys.sorted() {
                let id = name + "_" + key.text
                guard let there = calendar.event(id), let plain = event.plain(at: key) else {
                    continue
                }
                let isExcluded = event.recurrence.exclusions.contains(key)
                let wanted = isExcluded ? nil : GoogleBody(event.changes[key] ?? plain)
                let body = GoogleEvent(there).body
                guard body != wanted else { continue }
                if let wanted {
                    let fields = body.map { wanted.patch(from: $0) } ?? wanted.restoration
                    calendar.edit(id, .object(fields))
                } else {
                    calendar.remove(id)
                }
            }
        }
    }

    mutating func remove(_ name: String) {
        change { calendar in calendar.remove(name) }
        foreign[name] = nil
    }

    mutating func setForeign(_ text: String, _ name: String) {
        let guests: JSON = [["email": .string(text + "@example.com")]]
        change { $0.edit(name, ["attendees": guests]) }
        foreign[name] = text
    }

    mutating func lostForeign() -> [String] {
        foreign.filter { name, text in
            guard let event = state.calendars[Self.calendar]?.event(name),
                event["status"] != "cancelled"
            else { return false }
            let guest = event["attendees"]?.elements?.first?["email"]?.text
            return guest != text + "@example.com"
        }.values.sorted()
    }
}
