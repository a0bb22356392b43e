import Destinations
public import JSON

/// A calendar of the simulated Google server.
public struct GoogleServerCalendar: Sendable {
    struct Record: Sendable {
        var event: [String: JSON]
        /// The revision of the last change.
        var revision: Int
        /// The position in the order of creation.
        var number: Int

        var isCancelled: Bool { event["status"] == "cancelled" }
        var series: String? { event["recurringEventId"]?.text }
    }

    public var summary: String
    /// The role: `owner`, `writer`, `reader` or `freeBusyReader`.
    public var accessRole: String
    public var timeZone: String

    var records: [String: Record] = [:]
    /// The revision of the last change.
    private(set) var revision = 0
    /// The oldest revision whose tokens are still valid.
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

    // MARK: Reading

    /// The existing events and the cancelled occurrences, by id.
    public var events: [String: JSON] {
        records.filter { !$0.value.isCancelled || $0.value.series != nil }
            .mapValues { whole($0) }
    }

    /// - Parameter id: the id of an event or of any occurrence, changed or not.
    public func event(_ id: String) -> JSON? { record(id).map { whole($0) } }

    func whole(_ record: Record) -> JSON {
        var event = record.event
        event["etag"] = .string("\"\(record.revision)\"")
        return .object(event)
    }

    /// Returns an event in the form of lists, which have only the ids of a deleted one.
    func listed(_ record: Record) -> JSON {
        guard record.isCancelled, let event = whole(record).members else { return whole(record) }
        let names = ["kind", "etag", "id", "status", "recurringEventId", "originalStartTime"]
        return .object(event.filter { names.contains($0.key) })
    }

    /// Returns an event, or an occurrence that may be unchanged.
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

    /// Drops the occurrences that a series no longer has, or all if it is deleted.
    mutating func dropOccurrences(of id: String) {
        guard let series = records[id] else { return }
        let occurrences = GoogleServerSeries(series.event, timeZone: timeZone)
        for (name, record) in records where record.series == id {
            let at = String(name.dropFirst(id.count + 1))
            if series.isCancelled || !occurrences.has(at) { records[name] = nil }
        }
    }

    // MARK: Other clients

    /// Creates an event. Returns its id, or `nil` if it is invalid.
    @discardableResult public mutating func add(_ fields: JSON) -> String? {
        let answer = insert(fields)
        return (try? JSON(parsing: answer.body))?["id"]?.text
    }

    /// Stores an event unchecked, such as a birthday or an occurrence of another person's series.
    public mutating func take(_ event: JSON) {
        guard let event = event.members, let id = event["id"]?.text else { return }
        store(event, id)
    }

    /// Patches an event or an occurrence. Returns whether it succeeded.
    @discardableResult public mutating func edit(_ id: String, _ fields: JSON) -> Bool {
        change(id, fields, match: nil, replacing: false).status == 200
    }

    /// Deletes an event, or cancels an occurrence. Returns whether it succeeded.
    @discardableResult public mutating func remove(_ id: String) -> Bool {
        delete(id, match: nil).status == 204
    }
}
