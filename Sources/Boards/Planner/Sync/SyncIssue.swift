import BoardKit
import CalendarMerging
import ICalendar
import JSON
import Sync

/// A conflict between two edits that waits for a person to settle it.
struct SyncIssue: Sendable, Equatable {
    var event: EventID
    var calendar: CalendarID
    var since: Instant
    var conflict: MergeIssue
    /// If one side deleted the event: the fields that the other side edited.
    var edited: [MergeField] = []
}

/// The side whose edit is taken.
enum IssueSide: String, Sendable, CaseIterable, ArgumentValue {
    case ours
    case theirs
}

extension SyncIssue {
    /// The complete state, as events of the journal contain it.
    var json: JSON {
        var members = frame
        members["ours"] = conflict.ours.json(of: calendar)
        members["theirs"] = conflict.theirs.json(of: calendar)
        if !edited.isEmpty { members["edited"] = .array(edited.map { .string($0.rawValue) }) }
        return .object(members)
    }

    /// Returns the row that pages show.
    ///
    /// - Parameters:
    ///   - title: the title of the event.
    ///   - present: the present value here; `nil` if the occurrence no longer happens.
    func row(title: String?, present: MergeValue?) -> JSON {
        var members = frame
        members["title"] = .string(title ?? "")
        members["ours"] = (present ?? conflict.ours).shown
        members["theirs"] = conflict.theirs.shown
        if present == nil { members["gone"] = true }
        if !edited.isEmpty {
            let kept = conflict.theirs.isDeleted ? present ?? conflict.ours : conflict.theirs
            members["edited"] = .object(
                Dictionary(
                    edited.compactMap { field in
                        kept.value(of: field).map { (field.rawValue, $0.shown) }
                    }, uniquingKeysWith: { first, _ in first }))
        }
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

    /// Reads the output of `json`. Returns `nil` for anything else.
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
            conflict: MergeIssue(at: at ?? nil, field: field, ours: ours, theirs: theirs),
            edited: data["edited"]?.texts?.compactMap(MergeField.init(rawValue:)) ?? [])
    }
}

extension MergeIssue {
    /// Returns the fields that one side edited since the base, if the other side deleted the event.
    func edited(since base: CalendarEvent?, floatingIn zone: Zone) -> [MergeField] {
        guard field == .deleted, let base,
            let old = (at == nil ? .event(base) : base.value(at: at, floatingIn: zone))
        else { return [] }
        let kept = theirs.isDeleted ? ours : theirs
        return MergeField.allCases.filter { kept.value(of: $0) != old.value(of: $0) }
    }

    /// Returns the event's present value that the issue is about. If the event was deleted here,
    /// the value is that deletion.
    ///
    /// - Returns: `nil` if the occurrence no longer happens.
    func present(in event: CalendarEvent, floatingIn zone: Zone) -> MergeValue? {
        if ours.isDeleted { return ours }
        guard let at else {
            return field == .deleted ? .event(event) : MergeValue.event(event).value(of: field)
        }
        let now = event.value(at: at, floatingIn: zone)
        switch (field, ours) {
        case (.deleted, _): return now
        case (.exclusion, .flag): return .flag(now != nil)
        case (.exclusion, _): return ours
        default: return now?.value(of: field)
        }
    }

    /// Whether the occurrence or event of the issue happens.
    func happens(in event: CalendarEvent, floatingIn zone: Zone) -> Bool {
        at == nil || event.value(at: at, floatingIn: zone) != nil
    }
}

extension CalendarEvent {
    /// Returns an occurrence with its change, if it has one, or `nil` if it does not happen.
    fileprivate func value(at key: OccurrenceKey?, floatingIn zone: Zone) -> MergeValue? {
        guard let key = key.map({ recurrence.key(for: $0, floatingIn: zone) }) else { return nil }
        if let change = changes[key] { return .change(change) }
        guard hasMaster, !recurrence.exclusions.contains(key),
            recurrence.generates(key, floatingIn: zone)
        else { return nil }
        let usual = recurrence.usual(at: key, floatingIn: zone)
        return .change(
            EventChange(
                details: usual.change.flatMap { changes[$0]?.details } ?? details,
                time: TimeChange(start: usual.start, length: usual.length)))
    }
}

extension MergeValue {
    /// Whether the value is a deletion.
    fileprivate var isDeleted: Bool { self == .event(nil) || self == .change(nil) }

    /// Returns the value of a field, or `nil` if the value has no such field.
    fileprivate func value(of field: MergeField) -> MergeValue? {
        switch self {
        case .event(let event?):
            let recurrence = event.recurrence
            return switch field {
            case .when: .when(recurrence.start, recurrence.length)
            case .repeat: .rules(recurrence.rules, recurrence.dates)
            default: event.details.value(of: field)
            }
        case .change(let change?):
            return field == .when
                ? .when(change.time.start, change.time.length)
                : change.details.value(of: field)
        default: return nil
        }
    }

    /// Writes the value with its kind as the member's name.
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

    /// Reads the output of `json`. Returns `nil` for anything else.
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

    /// The form that pages show.
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
        writer.write(json)
    }

    init(from reader: inout StateReader, after previous: SyncIssue?) throws(StateError) {
        guard let issue = SyncIssue(try reader.read(JSON.self)) else {
            throw StateError("an issue is malformed")
        }
        self = issue
    }
}

extension EventDetails {
    /// Returns `nil` for a field that details do not have.
    fileprivate func value(of field: MergeField) -> MergeValue? {
        MergeField.ofDetails.contains(field) ? self[field] : nil
    }
}

/// The unsettled issues, by event.
struct OpenIssues: Sendable {
    private(set) var ids: Set<IssueID> = []
    private var byEvent: [EventID: Set<IssueID>] = [:]

    var count: Int { ids.count }

    /// Returns the issues of an event, in the order in which they were raised.
    func of(_ event: EventID) -> [IssueID] { (byEvent[event] ?? []).sorted() }

    mutating func replace(_ old: SyncIssue?, by new: SyncIssue?, of id: IssueID) {
        if let old {
            ids.remove(id)
            byEvent[old.event]?.remove(id)
            if byEvent[old.event]?.isEmpty == true { byEvent[old.event] = nil }
        }
        if let new {
            ids.insert(id)
            byEvent[new.event, default: []].insert(id)
        }
    }
}
