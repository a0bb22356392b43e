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
        guard let ours = MergeValue(ours), let theirs = MergeValue(theirs) else { return nil }
        self.init(
            event: event, calendar: calendar, since: since,
            conflict: MergeIssue(at: at ?? nil, field: field, ours: ours, theirs: theirs))
    }
}

extension MergeValue {
    /// With the kind of the value as the member's name.
    fileprivate func json(of calendar: CalendarID) -> JSON {
        switch self {
        case .text(let text): ["text": text.map(JSON.string) ?? .null]
        case .when(let start, let length):
            [
                "when": .object(
                    start.members.merging(length.members(isAllDay: start.isAllDay)) { $1 })
            ]
        case .rules(let rules, let dates):
            [
                "rules": .array(rules.map { .string($0.text) }),
                "dates": .array(dates.map(\.json)),
            ]
        case .flag(let isOn): ["flag": .bool(isOn)]
        case .status(let status):
            ["status": status.map { .string($0.rawValue) } ?? .null]
        case .event(let event):
            ["event": event.map { PlannedEvent(calendar: calendar, content: $0).json } ?? .null]
        case .change(let change): ["change": change?.json ?? .null]
        }
    }

    /// Reads what `json` writes. Returns `nil` for anything else.
    fileprivate init?(_ data: JSON) {
        guard let kind = data.members?.keys.min(), let value = data[kind] else { return nil }
        switch kind {
        case "text": self = .text(value.text)
        case "when":
            guard let start = EventTime(value),
                let length = EventLength(value, isAllDay: start.isAllDay)
            else { return nil }
            self = .when(start, length)
        case "dates":
            let texts = data["rules"]?.texts ?? []
            let rules = texts.compactMap { try? RecurrenceRule($0) }
            let dates = (value.elements ?? []).compactMap { ExtraDate($0) }
            guard rules.count == texts.count, dates.count == value.elements?.count else {
                return nil
            }
            self = .rules(rules, dates)
        case "flag":
            guard let isOn = value.flag else { return nil }
            self = .flag(isOn)
        case "status": self = .status(value.text.flatMap(EventStatus.init(rawValue:)))
        case "event":
            let event = PlannedEvent(value)?.content
            guard event != nil || value.isNull else { return nil }
            self = .event(event)
        case "change":
            let change = EventChange(value)
            guard change != nil || value.isNull else { return nil }
            self = .change(change)
        default: return nil
        }
    }

    /// What pages show of it.
    fileprivate var shown: JSON {
        switch self {
        case .text(let text): text.map(JSON.string) ?? .null
        case .flag(let isOn): .bool(isOn)
        case .status(let status): status.map { .string($0.rawValue) } ?? .null
        case .when(let start, let length): .object(Self.times(start, length))
        case .rules(let rules, let dates):
            if rules.isEmpty {
                dates.isEmpty ? .null : "DATES"
            } else {
                .string(rules.map(\.text).joined(separator: "\n"))
            }
        case .event(let event):
            event.map { Self.shown($0.details, $0.recurrence.start, $0.recurrence.length) }
                ?? .null
        case .change(let change):
            change.map { Self.shown($0.details, $0.time.start, $0.time.length) } ?? .null
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
