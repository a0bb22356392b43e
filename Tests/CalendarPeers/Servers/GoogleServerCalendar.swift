import Destinations
public import JSON

/// A calendar of the Google server: its events by their ids, and when each last changed.
public struct GoogleServerCalendar: Sendable {
    struct Record: Sendable {
        var event: [String: JSON]
        /// The number of its last change in this calendar.
        var revision: Int
        /// Its place among all events, in the order in which they were made.
        var number: Int

        var isCancelled: Bool { event["status"] == "cancelled" }
        var series: String? { event["recurringEventId"]?.text }
    }

    public var summary: String
    /// `owner`, `writer`, `reader` or `freeBusyReader`.
    public var accessRole: String
    public var timeZone: String

    var records: [String: Record] = [:]
    /// The number of the last change.
    private(set) var revision = 0
    /// Tokens from before this are too old.
    private(set) var oldestRevision = 0
    private var recordCount = 0
    var takesBothNames = true
    var now: Int64 = 0

    public init(
        summary: String = "House", accessRole: String = "owner", timeZone: String = "Europe/Rome"
    ) {
        self.summary = summary
        self.accessRole = accessRole
        self.timeZone = timeZone
    }

    var isWritable: Bool { accessRole == "owner" || accessRole == "writer" }

    mutating func expireTokens() {
        revision += 1
        oldestRevision = revision
    }

    func entry(_ id: String) -> JSON {
        [
            "kind": "calendar#calendarListEntry", "id": .string(id), "summary": .string(summary),
            "accessRole": .string(accessRole), "timeZone": .string(timeZone),
        ]
    }

    // MARK: Events as they are told

    /// The events that are there, and cancelled occurrences, by id: what a person would see.
    public var events: [String: JSON] {
        records.filter { !$0.value.isCancelled || $0.value.series != nil }
            .mapValues { whole($0) }
    }

    /// - Parameter id: also of an occurrence that was never changed.
    public func event(_ id: String) -> JSON? { record(id).map { whole($0) } }

    func whole(_ record: Record) -> JSON {
        var event = record.event
        event["etag"] = .string("\"\(record.revision)\"")
        return .object(event)
    }

    /// A deleted event says no more than which it is.
    func listed(_ record: Record) -> JSON {
        guard record.isCancelled, let event = whole(record).members else { return whole(record) }
        let names = ["kind", "etag", "id", "status", "recurringEventId", "originalStartTime"]
        return .object(event.filter { names.contains($0.key) })
    }

    /// The event, or an occurrence that still is as its series says.
    func record(_ id: String) -> Record? {
        if let record = records[id] { return record }
        guard let mark = id.lastIndex(of: "_"), let series = records[String(id[..<mark])],
            !series.isCancelled
        else { return nil }
        return GoogleServerSeries(series.event, timeZone: timeZone)
            .occurrence(String(id[id.index(after: mark)...]))
            .map { Record(event: $0, revision: series.revision, number: 0) }
    }

    func guestCount(of id: String) -> Int {
        records[id]?.event["attendees"]?.elements?.count ?? 0
    }

    // MARK: Changes

    mutating func store(_ event: [String: JSON], _ id: String) {
        revision += 1
        var event = event
        event["updated"] = .string(GoogleServerTime.text(now))
        let number = records[id]?.number ?? (recordCount + 1)
        recordCount = max(recordCount, number)
        records[id] = Record(event: event, revision: revision, number: number)
    }

    /// Forgets the occurrences that a series no longer has; all of them if it is deleted.
    mutating func dropOccurrences(of id: String) {
        guard let series = records[id] else { return }
        let occurrences = GoogleServerSeries(series.event, timeZone: timeZone)
        for (name, record) in records where record.series == id {
            let at = String(name.dropFirst(id.count + 1))
            if series.isCancelled || !occurrences.has(at) { records[name] = nil }
        }
    }

    // MARK: A person at another program

    /// Makes an event.
    ///
    /// - Returns: its id; `nil` for one that can't be.
    @discardableResult public mutating func add(_ fields: JSON) -> String? {
        let answer = insert(fields)
        return (try? JSON(parsing: answer.body))?["id"]?.text
    }

    /// Puts an event here as it is: a birthday, or an occurrence of a series of somebody else.
    public mutating func take(_ event: JSON) {
        guard let event = event.members, let id = event["id"]?.text else { return }
        store(event, id)
    }

    /// Changes fields of an event or an occurrence; `null` takes one away.
    ///
    /// - Returns: whether it could be done.
    @discardableResult public mutating func edit(_ id: String, _ fields: JSON) -> Bool {
        change(id, fields, match: nil, replacing: false).status == 200
    }

    /// Deletes an event, or cancels an occurrence.
    @discardableResult public mutating func remove(_ id: String) -> Bool {
        delete(id, match: nil).status == 204
    }
}
