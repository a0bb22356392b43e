import ICalendar

@testable import CalendarMerging

/// The values that people have set in events: texts, times and rules. Each value of a story is
/// unique, so it can be recognized anywhere.
struct SetValues {
    private(set) var all: Set<String> = []
    /// Values of series that differ from those of their first occurrence.
    private(set) var masked: Set<String> = []
    /// The UIDs of the one-time events.
    private(set) var singles: Set<String> = []
    private let zone: Zone
    /// The UID of the event whose values are being added. Values of a divided series may belong to
    /// another event.
    private var uid = ""

    init(floatingIn zone: Zone) { self.zone = zone }

    private mutating func insert(_ value: String) { all.insert("\(uid) \(value)") }

    /// Adds the values that somebody has set. Leaves out values that follow the series, are
    /// excluded, or differ in the only occurrence.
    mutating func add(_ event: CalendarEvent) {
        add(event.single, of: event.uid)
        guard event.recurrence.repeats else {
            singles.insert(event.uid)
            return
        }
        var first = event
        (first.recurrence.rules, first.recurrence.dates) = ([], [])
        first.changes = first.changes.filter { $0.key == first.recurrence.start.key }
        guard first.single != first else { return }
        var (whole, left) = (SetValues(floatingIn: zone), SetValues(floatingIn: zone))
        whole.add(first, of: event.uid)
        left.add(first.single, of: event.uid)
        masked.formUnion(whole.all.subtracting(left.all))
    }

    private mutating func add(_ event: CalendarEvent, of uid: String) {
        self.uid = uid
        let side = MergeSide(event: event, zone: zone)
        if event.hasMaster {
            add(event.details)
            add(event.recurrence.start, event.recurrence.length)
            add(event.recurrence.rules)
        }
        for (key, change) in event.changes where !side.isExcluded(key) {
            add(change.details)
            guard let edit = side.edit(key) else { continue }
            // A change with an unmoved start moves with the series.
            let plain = Recurrence(start: event.recurrence.start, length: EventLength())
                .usual(at: key, floatingIn: zone)
            if let start = edit.start, start.key != plain.start.key { add(start) }
            if let length = edit.length, length != event.recurrence.length { add(length) }
        }
    }

    mutating func add(_ value: MergeValue, of uid: String) {
        self.uid = uid
        switch value {
        case .text(let text?): insert(text)
        case .when(let start, let length): add(start, length)
        case .event(let event?):
            add(event, of: uid)
            for change in event.changes.values { add(.change(change), of: uid) }
        case .change(let change?):
            add(change.details)
            add(change.time.start, change.time.length)
        case .rules(let rules, _): add(rules)
        default: break
        }
    }

    private mutating func add(_ details: EventDetails) {
        insert(details.title)
        if let location = details.location { insert(location) }
        if let description = details.description { insert(description) }
    }

    private mutating func add(_ start: EventTime, _ length: EventLength) {
        add(start)
        add(length)
    }

    /// Adds a start. Equal instants in different zones are equal.
    private mutating func add(_ start: EventTime) {
        insert(start.isAllDay ? start.key.text : "at \(start.seconds(floatingIn: zone))")
    }

    private mutating func add(_ length: EventLength) {
        insert("for \(length.days)d\(length.seconds)s")
    }

    /// Adds rules without the parts that depend on a move or an end of the series.
    private mutating func add(_ rules: [RecurrenceRule]) {
        for rule in rules {
            let parts = rule.text.split(separator: ";").filter { part in
                !["UNTIL", "BY"].contains { part.hasPrefix($0) }
            }
            insert(parts.joined(separator: ";"))
        }
    }
}
