import BoardKit
import ICalendar
import JSON
import Sync

extension PlannedEvent: LedgerState {
    func write(to writer: inout StateWriter, after previous: PlannedEvent?) {
        let old = previous?.content
        var difference = DifferenceWriter()
        difference.add(calendar.number, after: previous?.calendar.number)
        difference.add(content.details, after: old?.details)
        difference.add(content.recurrence.start, after: old?.recurrence.start)
        difference.add(content.recurrence.length, after: old?.recurrence.length)
        difference.add(
            content.recurrence.rules.map(\.text), after: old?.recurrence.rules.map(\.text))
        difference.add(content.recurrence.dates, after: old?.recurrence.dates)
        difference.add(content.uid, after: old?.uid)
        difference.add(content.sequence, after: old?.sequence)
        difference.add(content.stamp.map { Int($0) }, after: old.map { $0.stamp.map { Int($0) } })
        difference.add(content.flags.map(\.rawValue), after: old?.flags.map(\.rawValue))
        difference.add(content.hasMaster, after: old?.hasMaster)
        difference.write(to: &writer)
        writeExclusions(to: &writer, after: old?.recurrence.exclusions ?? [])
        writeChanges(to: &writer, after: old?.changes ?? [:])
    }

    /// Writes only the exclusions that differ.
    private func writeExclusions(
        to writer: inout StateWriter, after old: Set<OccurrenceKey>
    ) {
        let new = content.recurrence.exclusions
        writer.write(new.symmetricDifference(old).sorted().map(\.text))
    }

    /// Writes only the changes that differ.
    private func writeChanges(
        to writer: inout StateWriter, after old: [OccurrenceKey: EventChange]
    ) {
        let keys = Set(old.keys).union(content.changes.keys).sorted()
        let changed = keys.filter { old[$0] != content.changes[$0] }
        writer.write(changed.count)
        for key in changed {
            writer.write(key.text)
            writer.write(content.changes[key])
        }
    }

    init(from reader: inout StateReader, after previous: PlannedEvent?) throws(StateError) {
        let old = previous?.content
        var difference = try DifferenceReader(from: &reader)
        calendar = CalendarID(
            number: try difference.next(&reader, after: previous?.calendar.number))
        let details: EventDetails = try difference.next(&reader, after: old?.details)
        let start: EventTime = try difference.next(&reader, after: old?.recurrence.start)
        let length: EventLength = try difference.next(&reader, after: old?.recurrence.length)
        var recurrence = Recurrence(start: start, length: length)
        let oldRules = old?.recurrence.rules
        let rules = try difference.next(&reader, after: oldRules?.map(\.text))
        recurrence.rules = try Self.rules(rules, after: oldRules ?? [])
        recurrence.dates = try difference.next(&reader, after: old?.recurrence.dates)
        let uid: String = try difference.next(&reader, after: old?.uid)
        let sequence: Int = try difference.next(&reader, after: old?.sequence)
        let stamp: Int? = try difference.nextOptional(
            &reader, after: old?.stamp.map { Int($0) })
        let flags = try difference.next(&reader, after: old?.flags.map(\.rawValue))
        let hasMaster: Bool = try difference.next(&reader, after: old?.hasMaster)
        recurrence.exclusions = try Self.exclusions(
            from: &reader, after: old?.recurrence.exclusions ?? [])
        let changes = try Self.changes(from: &reader, after: old?.changes ?? [:])
        recurrence.changes = changes.mapValues(\.time)
        content = CalendarEvent(
            uid: uid, details: details, recurrence: recurrence, changes: changes,
            sequence: sequence, stamp: stamp.map { Int64($0) },
            flags: flags.compactMap(EventFlag.init(rawValue:)), hasMaster: hasMaster)
    }

    private static func rules(
        _ texts: [String], after old: [RecurrenceRule]
    ) throws(StateError) -> [RecurrenceRule] {
        var rules: [RecurrenceRule] = []
        for (index, text) in texts.enumerated() {
            if old.indices.contains(index), old[index].text == text {
                rules.append(old[index])
            } else {
                guard let rule = try? RecurrenceRule(text) else {
                    throw StateError("the rule of a series is none")
                }
                rules.append(rule)
            }
        }
        return rules
    }

    private static func exclusions(
        from reader: inout StateReader, after old: Set<OccurrenceKey>
    ) throws(StateError) -> Set<OccurrenceKey> {
        var exclusions = old
        for text in try reader.read([String].self) {
            let key = try Self.key(text)
            if exclusions.remove(key) == nil { exclusions.insert(key) }
        }
        return exclusions
    }

    private static func changes(
        from reader: inout StateReader, after old: [OccurrenceKey: EventChange]
    ) throws(StateError) -> [OccurrenceKey: EventChange] {
        var changes = old
        for _ in 0..<(try reader.readCount()) {
            let key = try Self.key(try reader.read(String.self))
            changes[key] = try reader.read(EventChange?.self)
        }
        return changes
    }

    private static func key(_ text: String) throws(StateError) -> OccurrenceKey {
        guard let key = OccurrenceKey(text) else {
            throw StateError("the time of an occurrence is none")
        }
        return key
    }
}

extension EventDetails: SavedValue {
    private struct Marks: OptionSet {
        let rawValue: Int

        static var isPrivate: Marks { Marks(rawValue: 1) }
        static var isFree: Marks { Marks(rawValue: 2) }
        static var isTentative: Marks { Marks(rawValue: 4) }
        static var isCancelled: Marks { Marks(rawValue: 8) }
    }

    private var marks: Marks {
        var marks: Marks = []
        if isPrivate { marks.insert(.isPrivate) }
        if isFree { marks.insert(.isFree) }
        switch status {
        case .tentative: marks.insert(.isTentative)
        case .cancelled: marks.insert(.isCancelled)
        case nil: break
        }
        return marks
    }

    func write(to writer: inout StateWriter) {
        writer.write(marks.rawValue)
        writer.write(title)
        writer.write(location)
        writer.write(description)
        writer.write(foreign)
    }

    init(from reader: inout StateReader) throws(StateError) {
        let marks = Marks(rawValue: try reader.read())
        let title: String = try reader.read()
        let location: String? = try reader.read()
        let description: String? = try reader.read()
        self.init(
            title: title, location: location, description: description,
            status: marks.contains(.isTentative)
                ? .tentative : marks.contains(.isCancelled) ? .cancelled : nil,
            isPrivate: marks.contains(.isPrivate), isFree: marks.contains(.isFree),
            foreign: try reader.read())
    }

    func isSame(as other: EventDetails) -> Bool {
        marks == other.marks && title.isSame(as: other.title)
            && location.isSame(as: other.location)
            && description.isSame(as: other.description) && foreign.isSame(as: other.foreign)
    }
}

extension EventTime: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(isAllDay)
        writer.write(date.dayNumber)
        if isAllDay { return }
        writer.write(local.secondOfDay)
        guard case .zoned(_, let zone) = self else { return writer.write("") }
        writer.write(zone.name)
        writer.write(zone.definition)
    }

    init(from reader: inout StateReader) throws(StateError) {
        let isAllDay: Bool = try reader.read()
        let day: Int = try reader.read()
        guard Self.days.contains(day) else { throw StateError("the date of an event is none") }
        let date = CivilDate(dayNumber: day)
        if isAllDay {
            self = .date(date)
            return
        }
        let local = LocalTime(date: date, secondOfDay: try reader.read())
        let name: String = try reader.read()
        if name.isEmpty {
            self = .floating(local)
            return
        }
        let definition: String? = try reader.read()
        let zone = definition.map { Zone(definition: $0) } ?? Zone(name)
        // The system may know fewer zones than the one that wrote the state.
        self = zone.map { .zoned(local, $0) } ?? .floating(local)
    }

    /// More than all years that texts can express.
    private static let days = -5_000_000...5_000_000

    func isSame(as other: EventTime) -> Bool { self == other }
}

extension EventLength: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(days)
        writer.write(Int(seconds))
    }

    init(from reader: inout StateReader) throws(StateError) {
        let days: Int = try reader.read()
        let seconds: Int = try reader.read()
        self.init(days: days, seconds: Int64(seconds))
    }

    func isSame(as other: EventLength) -> Bool { self == other }
}

extension ExtraDate: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(start)
        writer.write(length)
    }

    init(from reader: inout StateReader) throws(StateError) {
        self.init(start: try reader.read(), length: try reader.read())
    }

    func isSame(as other: ExtraDate) -> Bool { self == other }
}

extension EventChange: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(details)
        writer.write(time.start)
        writer.write(time.length)
        writer.write(time.isForFollowing)
        writer.write(sequence)
    }

    init(from reader: inout StateReader) throws(StateError) {
        let details: EventDetails = try reader.read()
        let start: EventTime = try reader.read()
        let length: EventLength = try reader.read()
        let isForFollowing: Bool = try reader.read()
        self.init(
            details: details,
            time: TimeChange(start: start, length: length, isForFollowing: isForFollowing),
            sequence: try reader.read())
    }

    func isSame(as other: EventChange) -> Bool {
        details.isSame(as: other.details) && time == other.time && sequence == other.sequence
    }
}
