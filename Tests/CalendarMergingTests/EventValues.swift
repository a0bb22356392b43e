import ICalendar

@testable import CalendarMerging

/// The unique values of an event.
struct EventValues {
    var texts: Set<String> = []
    var times: Set<String> = []
    var rules: Set<String> = []

    init() {}

    /// Adds the values that somebody has set. Leaves out those that follow the series, are
    /// excluded, or are overridden by the only occurrence.
    init(_ event: CalendarEvent) { addSet(event.single) }

    init(allOf event: CalendarEvent) { add(event) }

    mutating func add(_ event: CalendarEvent) {
        addSet(event)
        for change in event.changes.values { add(.change(change)) }
    }

    private mutating func addSet(_ event: CalendarEvent) {
        let side = MergeSide(event: event, zone: EditWalk.zone)
        if event.hasMaster {
            add(event.details)
            add(.when(event.recurrence.start, event.recurrence.length))
            add(.rules(event.recurrence.rules, event.recurrence.dates))
        }
        for (key, change) in event.changes where !side.isExcluded(key) {
            add(change.details)
            guard let edit = side.edit(key) else { continue }
            // A time that equals the series' moves with it.
            let plain = Recurrence(start: event.recurrence.start, length: EventLength())
                .usual(at: key, floatingIn: EditWalk.zone)
            if let start = edit.start, start != plain.start { times.insert("\(start)") }
            if let length = edit.length, !event.hasMaster || length != event.recurrence.length {
                times.insert("\(length)")
            }
        }
    }

    mutating func add(_ details: EventDetails) {
        texts.insert(details.title)
        texts.formUnion([details.location, details.description].compactMap(\.self))
    }

    mutating func add(_ value: MergeValue) {
        switch value {
        case .text(let text): texts.formUnion([text].compactMap(\.self))
        case .when(let start, let length): times.formUnion(["\(start)", "\(length)"])
        case .event(let event?): add(event)
        case .change(let change?):
            add(change.details)
            add(.when(change.time.start, change.time.length))
        case .rules(let rules, _): self.rules.formUnion(rules.map { Self.shape($0.text) })
        default: break
        }
    }

    /// Returns a rule without the parts that follow a move of the series.
    private static func shape(_ rule: String) -> String {
        rule.split(separator: ";").filter { !$0.hasPrefix("UNTIL") && !$0.hasPrefix("BY") }
            .joined(separator: ";")
    }
}
