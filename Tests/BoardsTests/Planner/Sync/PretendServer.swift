import CalendarMerging
import CalendarSync
import ICalendar

/// A remote calendar in memory that answers the planner's requests, with names, tags and tokens.
struct PretendServer {
    private struct Resource {
        var tag: String
        var event: CalendarEvent
    }

    let calendar: String
    private var resources: [String: Resource] = [:]
    /// The changed names, in order. A token is the number of changes that the reader knows.
    private var changed: [String] = []
    private var tagCount = 0
    /// The most items in a batch.
    var batchMax = 100
    /// Whether earlier tokens are invalid.
    var hasForgotten = false
    /// The status with which the server refuses writes.
    var refusal: Int?
    /// Alters each event that the server stores.
    var alter: @Sendable (CalendarEvent) -> CalendarEvent = { $0 }

    init(_ calendar: String = "/dav/kitchen/") { self.calendar = calendar }

    var events: [CalendarEvent] { resources.values.map(\.event) }
    var names: [String] { resources.keys.sorted() }

    func event(named name: String) -> CalendarEvent? { resources[name]?.event }

    func event(titled title: String) -> CalendarEvent? {
        resources.values.first { $0.event.details.title == title }?.event
    }

    // MARK: Edits by others

    mutating func put(_ event: CalendarEvent) { put(event, at: "\(calendar)\(event.uid).ics") }

    mutating func change(_ uid: String, _ body: (inout CalendarEvent) -> Void) {
        guard var event = resources["\(calendar)\(uid).ics"]?.event else { return }
        body(&event)
        put(event)
    }

    mutating func remove(_ uid: String) { remove(at: "\(calendar)\(uid).ics") }

    @discardableResult
    private mutating func put(_ event: CalendarEvent, at name: String) -> String {
        tagCount += 1
        resources[name] = Resource(tag: "t\(tagCount)", event: event)
        changed.append(name)
        return "t\(tagCount)"
    }

    private mutating func remove(at name: String) {
        resources[name] = nil
        changed.append(name)
    }

    // MARK: Answers

    mutating func answer(_ task: CalendarJob.Task) -> CalendarAnswer {
        switch task {
        case .findCalendars:
            return .done([
                .remotes([RemoteCalendar(id: calendar, name: "Kitchen", isReadOnly: false)])
            ])
        case .fetch(_, let token): return fetch(since: token)
        case .write(_, let writes):
            return .done([.written(calendar: calendar, writes.map { write($0) })])
        default: return .same
        }
    }

    private mutating func fetch(since token: String?) -> CalendarAnswer {
        let known = hasForgotten ? nil : token.flatMap { Int($0) }
        if known == changed.count { return .same }
        let names = known.map { Set(changed[$0...]).sorted() } ?? self.names
        let items = names.map(item(named:))
        var batches: [[RemoteItem]] = []
        for start in stride(from: 0, to: items.count, by: batchMax) {
            batches.append(Array(items[start..<min(start + batchMax, items.count)]))
        }
        hasForgotten = false
        var changes = (batches.isEmpty ? [[]] : batches).map {
            RemoteChanges(calendar: calendar, since: token, items: $0)
        }
        changes[changes.count - 1].token = String(changed.count)
        if known == nil { changes[changes.count - 1].listed = Set(self.names) }
        return .done(changes.map { .changes($0) })
    }

    private func item(named name: String) -> RemoteItem {
        resources[name].map { .whole(name: name, tag: $0.tag, $0.event) } ?? .deleted(name: name)
    }

    private mutating func write(_ write: RemoteWrite) -> WriteOutcome {
        WriteOutcome(id: write.id, sent: write.content, result: result(of: write))
    }

    private mutating func result(of write: RemoteWrite) -> WriteOutcome.Result {
        if let refusal { return .refused(status: refusal) }
        let known = write.copy?.name ?? ""
        let uid = write.content?.uid ?? write.copy?.base.uid ?? ""
        let name = known.isEmpty ? "\(calendar)\(uid).ics" : known
        if write.content == nil, resources[name] == nil { return .deleted }
        guard resources[name]?.tag == write.copy?.tag else {
            return .changedThere([item(named: name)])
        }
        guard let content = write.content else {
            remove(at: name)
            return .deleted
        }
        let stored = alter(content)
        let tag = put(stored, at: name)
        return .stored(
            name: name, tag: tag, changeTags: [:], stored: stored == content ? nil : stored)
    }
}

extension CalendarEvent {
    /// Returns an event as another program creates it.
    static func made(
        _ title: String, uid: String, at start: String = "2026-05-04T19:30",
        _ change: (inout CalendarEvent) -> Void = { _ in }
    ) -> CalendarEvent {
        let local = LocalTime(start) ?? LocalTime(date: CivilDate(dayNumber: 0))
        let zone = Zone("Europe/Madrid") ?? .utc
        var event = CalendarEvent(
            uid: uid, details: EventDetails(title: title),
            recurrence: Recurrence(
                start: .zoned(local, zone), length: EventLength(seconds: 3_600)))
        change(&event)
        return event
    }
}
