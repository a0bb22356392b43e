import CalendarSync
import ICalendar
import JSON
import Sync

/// Two edits that could not both stand, until somebody settles them.
struct SyncIssue: Sendable, Equatable {
    var event: EventID
    var calendar: CalendarID
    var since: Instant
    var conflict: MergeIssue
}

/// Which edit shall stand.
enum IssueSide: String, Sendable, CaseIterable, ArgumentValue {
    case ours
    case theirs
}

extension SyncIssue {
    /// The whole state, as events of the journal contain it.
    var json: JSON {
        var members = frame
        members["ours"] = conflict.ours.json(of: calendar)
        members["theirs"] = conflict.theirs.json(of: calendar)
        return .object(members)
    }

    /// What pages show.
    ///
    /// - Parameter title: of the event.
    func row(title: String?) -> JSON {
        var members = frame
        members["title"] = .string(title ?? "")
        members["ours"] = conflict.ours.shown
        members["theirs"] = conflict.theirs.shown
        return .object(members)
    }

    private var frame: [String: JSON] {
        var members: [String: JSON] = [
            "event": .string(event.text), "calendar": .string(calendar.text),
            "since": .string(since.description), "kind": .string(conflict.field.rawValue),
        ]
        members["at"] = conflict.at.map { .string($0.text) }
        return members
    }

    /// Reads what `json` writes. Returns `nil` for anything else.
    init?(_ data: JSON) {
        guard let event = data["event"]?.text.flatMap(EventID.init(_:)),
            let calendar = data["calendar"]?.text.flatMap(CalendarID.init(_:)),
            let since = data["since"]?.instant,
            let field = data["kind"]?.text.flatMap(MergeField.init(rawValue:)),
            let ours = data["ours"], let theirs = data["theirs"]
        else { return nil }
        let at = data["at"]?.text.map { OccurrenceKey($0) }
        if case .some(nil) = at { return nil }
        guard let ours = MergeValue(ours, of: field, isOfOne: at != nil),
            let theirs = MergeValue(theirs, of: field, isOfOne: at != nil)
        else { return nil }
        self.init(
            event: event, calendar: calendar, since: since,
            conflict: MergeIssue(at: at ?? nil, field: field, ours: ours, theirs: theirs))
    }
}

extension MergeValue {
    fileprivate func json(of calendar: CalendarID) -> JSON {
        switch self {
        case .text(let text): text.map(JSON.string) ?? .null
        case .when(let start, let length):
            .object(start.members.merging(length.members(isAllDay: start.isAllDay)) { $1 })
        case .rules(let rules, let dates):
            [
                "repeat": .string(rules.map(\.text).joined(separator: "\n")),
                "dates": .array(dates.map(\.json)),
            ]
        case .flag(let isOn): .bool(isOn)
        case .status(let status): status.map { .string($0.rawValue) } ?? .null
        case .event(let event):
            event.map { PlannedEvent(calendar: calendar, content: $0).json } ?? .null
        case .change(let change): change?.json ?? .null
        }
    }

    /// What pages show of it.
    fileprivate var shown: JSON {
        switch self {
        case .text, .flag, .status: return json(of: .main)
        case .when(let start, let length): return .object(Self.times(start, length))
        case .rules(let rules, let dates):
            if rules.isEmpty { return dates.isEmpty ? .null : "DATES" }
            return .string(rules.map(\.text).joined(separator: "\n"))
        case .event(let event):
            return event.map {
                Self.shown($0.details, $0.recurrence.start, $0.recurrence.length)
            } ?? .null
        case .change(let change):
            return change.map { Self.shown($0.details, $0.time.start, $0.time.length) } ?? .null
        }
    }

    private static func shown(
        _ details: EventDetails, _ start: EventTime, _ length: EventLength
    ) -> JSON {
        var members = times(start, length)
        members["title"] = .string(details.title)
        return .object(members)
    }

    private static func times(_ start: EventTime, _ length: EventLength) -> [String: JSON] {
        var members = start.members.merging(length.members(isAllDay: start.isAllDay)) { $1 }
        members["zoneDefinition"] = nil
        return members
    }

    /// - Parameter isOfOne: whether it is about one occurrence.
    fileprivate init?(_ data: JSON, of field: MergeField, isOfOne: Bool) {
        switch field {
        case .title, .location, .description: self = .text(data.text)
        case .when:
            guard let start = EventTime(data),
                let length = EventLength(data, isAllDay: start.isAllDay)
            else { return nil }
            self = .when(start, length)
        case .repeat:
            let texts = data["repeat"]?.text?.split(separator: "\n") ?? []
            let rules = texts.compactMap { try? RecurrenceRule(String($0)) }
            let elements = data["dates"]?.elements ?? []
            let dates = elements.compactMap { ExtraDate($0) }
            guard rules.count == texts.count, dates.count == elements.count else { return nil }
            self = .rules(rules, dates)
        case .exclusion, .isPrivate, .isFree:
            guard let isOn = data.flag else { return nil }
            self = .flag(isOn)
        case .status: self = .status(data.text.flatMap(EventStatus.init(rawValue:)))
        case .deleted:
            if isOfOne {
                let change = EventChange(data)
                guard change != nil || data.isNull else { return nil }
                self = .change(change)
            } else {
                let event = PlannedEvent(data)?.content
                guard event != nil || data.isNull else { return nil }
                self = .event(event)
            }
        }
    }
}

extension SyncIssue: LedgerState {
    func write(to writer: inout StateWriter, after previous: SyncIssue?) {
        writer.writeBytes(json.canonical)
    }

    init(from reader: inout StateReader, after previous: SyncIssue?) throws(StateError) {
        let bytes = Array(try reader.readPart().rest)
        guard let issue = (try? JSON(parsing: bytes)).flatMap({ SyncIssue($0) }) else {
            throw StateError("an issue is none")
        }
        self = issue
    }
}
