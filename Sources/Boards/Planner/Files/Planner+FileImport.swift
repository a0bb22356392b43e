import BoardKit
import ICalendar
import JSON
import Sync

/// Imports the events of files into a calendar.
extension Planner {
    static let importCountMax = 100
    /// The most bytes of events in one event of the journal.
    static let importBytesMax = 2 << 20

    static let importFile = action(
        .importFile, causes: [.imported],
        "Takes over up to 100 events, as the import of a file does.",
        [
            .optional("calendar", ItemID.self, "The calendar's id; none makes a new one"),
            .optional("name", CalendarName.self, "What the new one is called"),
            .required(
                "events", EventTable.self, "The events, with all that the board knows",
                isSecret: true),
        ],
        roles: hosts,
        result: [
            .always("calendar", ItemID.schema, "The calendar's id"),
            .always("added", .count, "The number of new events"),
            .always("updated", .count, "The number of changed events"),
            .always("unchanged", .count, "The number of events that were the same already"),
        ])

    /// The effect of importing one event.
    enum ImportStep {
        case added(PlannedEvent)
        case updated(EventID, PlannedEvent)
        case unchanged
    }

    func importStep(_ event: CalendarEvent, into calendar: CalendarID) -> ImportStep {
        guard let id = uids[event.uid, calendar], let old = events[id] else {
            return .added(PlannedEvent(calendar: calendar, content: event))
        }
        let merged = old.content.merged(with: event)
        guard !merged.says(sameAs: old.content) else { return .unchanged }
        return .updated(id, PlannedEvent(calendar: calendar, content: merged))
    }

    func decideImport(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.optional("calendar")
        let name: CalendarName? = asked.arguments.optional("name")
        let table: EventTable? = asked.arguments.required("events")
        guard asked.areGood, let table else { throw asked.rejection }
        var calendar: CalendarID?
        if let named {
            calendar = try knownCalendar(named)
        }
        return try decideImport(
            table.events, into: calendar, name: name?.text, at: asked.moment)
    }

    /// - Parameter id: the target calendar; `nil` for a new one.
    func decideImport(
        _ given: [CalendarEvent], into id: CalendarID?, name: String?, at moment: Moment
    ) throws(Rejection) -> Decision {
        var made: BookCalendar?
        if let id {
            try checkWritable(id)
        } else {
            try checkRoomForCalendars(1)
            made = BookCalendar(name: freeName(name ?? Self.importedName), color: freeColor)
        }
        let calendar = id ?? CalendarID(rev: moment.rev)
        var states: [String: JSON] = [:]
        var addedCount = 0
        var bytes = 0
        for event in given {
            let step = importStep(event, into: calendar)
            let name: EventID
            let state: PlannedEvent
            switch step {
            case .added(let new):
                (name, state) = (EventID(rev: moment.rev, place: addedCount), new)
                addedCount += 1
            case .updated(let known, let new): (name, state) = (known, new)
            case .unchanged: continue
            }
            let json = try checked(state)
            bytes += json.canonical.count
            states[name.text] = json
        }
        guard !states.isEmpty else { throw Rejection(.conflict, .nothingImported) }
        guard bytes <= Self.importBytesMax else { throw Rejection(.conflict, .eventTooLarge) }
        try checkRoom(in: calendar, for: addedCount)
        return Self.decision(
            .imported, of: calendar.text,
            [
                "calendar": made?.json, "events": .object(states), "added": JSON(addedCount),
                "updated": JSON(states.count - addedCount),
                "unchanged": JSON(given.count - states.count),
            ])
    }

    /// The name of a new calendar for a file without a name.
    static let importedName = "Calendar"

    func importResult(_ event: Event) -> JSON? {
        JSON(present: [
            "calendar": .string(event.subject), "added": event.data["added"],
            "updated": event.data["updated"], "unchanged": event.data["unchanged"],
        ])
    }
}

extension CalendarEvent {
    /// Returns the event merged with its version in a file. The higher SEQUENCE wins, then the
    /// later DTSTAMP, then the file.
    func merged(with file: CalendarEvent) -> CalendarEvent {
        guard file.hasMaster else { return merged(withChangesOf: file) }
        guard hasMaster else {
            // Only changes were known so far; the file brings their series.
            var merged = file
            for (key, change) in changes where file.changes[key] == nil {
                merged.changes[key] = change
            }
            return merged
        }
        let isOlder =
            (file.sequence, file.stamp ?? .min) < (sequence, stamp ?? .min)
        return isOlder ? self : file
    }

    private func merged(withChangesOf file: CalendarEvent) -> CalendarEvent {
        var merged = self
        for (key, change) in file.changes {
            if let old = changes[key], old.sequence > change.sequence { continue }
            merged.changes[key] = change
            if !hasMaster, changes[key] == nil, recurrence.start.key != key {
                merged.recurrence.dates.append(
                    ExtraDate(start: file.originalStart(of: key)))
            }
        }
        return merged
    }

    /// Returns the original start of a change whose series is unknown.
    private func originalStart(of key: OccurrenceKey) -> EventTime {
        recurrence.dates.first { $0.start.key == key }?.start ?? recurrence.start
    }

    /// Whether the events differ in nothing but the time stamp.
    func says(sameAs other: CalendarEvent) -> Bool {
        var event = self
        event.stamp = other.stamp
        return event == other
    }
}

/// A list of up to 100 events, as a file import passes them.
struct EventTable: ArgumentValue {
    static let schema = Schema(
        .list(of: Schema(.object), countMin: 1, countMax: Planner.importCountMax))

    let events: [CalendarEvent]

    init(_ argument: JSON) throws(Reason) {
        guard let elements = argument.elements,
            (1...Planner.importCountMax).contains(elements.count)
        else { throw Reason(.noEventTable, ["max": JSON(Planner.importCountMax)]) }
        var events: [CalendarEvent] = []
        var names: Set<String> = []
        for (place, element) in elements.enumerated() {
            guard let event = PlannedEvent(element), names.insert(event.content.uid).inserted,
                event.content.changes.count <= Planner.changeCountMax,
                event.content.recurrence.isWithinLimits
            else { throw Reason(.noImportedEvent, ["number": JSON(place + 1)]) }
            events.append(event.content)
        }
        self.events = events
    }
}
