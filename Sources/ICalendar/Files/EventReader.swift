/// An interpreted VEVENT: an event, or a change to an occurrence.
struct ReadEvent {
    let line: Int
    var uid: String
    var details: EventDetails
    var start: EventTime
    var length: EventLength
    var rules: [RecurrenceRule] = []
    var dates: [ExtraDate] = []
    var exclusions: Set<OccurrenceKey> = []
    /// The RECURRENCE-ID, and whether it has RANGE=THISANDFUTURE.
    var changes: (time: EventTime, isForFollowing: Bool)?
    var sequence: Int
    var stamp: Int64?
    var flags: [EventFlag] = []
}

/// Interprets the events of a calendar.
struct EventReader {
    private var times: TimeReader

    init(_ calendar: RawCalendar) { times = TimeReader(calendar) }

    /// The properties that are interpreted. All others are foreign.
    private static let known: Set<String> = [
        "UID", "DTSTAMP", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE",
        "RECURRENCE-ID", "SEQUENCE", "SUMMARY", "LOCATION", "DESCRIPTION", "STATUS", "TRANSP",
    ]

    static func uid(_ raw: RawEvent) -> String? {
        let uid = raw.first("UID").map { String($0.value.trimmed()) } ?? ""
        return uid.isEmpty ? nil : uid
    }

    mutating func read(_ raw: RawEvent) throws(EventProblem) -> ReadEvent {
        if let problem = raw.problem { throw problem }
        guard let line = raw.first("DTSTART") else {
            throw EventProblem.noStart
        }
        times.forgetUnknownZone()
        let start = try times.time(line)
        var flags: [EventFlag] = []
        let length = try length(raw, start, &flags)
        let uid = Self.uid(raw)
        var event = ReadEvent(
            line: raw.line, uid: uid ?? ContentName.uid(raw), details: Self.details(raw),
            start: start, length: length, sequence: Self.sequence(raw), stamp: Self.stamp(raw))
        if let line = raw.first("RECURRENCE-ID") {
            let isForFollowing = line.parameter("RANGE")?.uppercased() == "THISANDFUTURE"
            event.changes = (try times.time(line), isForFollowing)
        } else {
            try readSeries(raw, &event, &flags)
        }
        var kept: Set<String> = flags.contains(.rule) ? ["RRULE", "EXRULE"] : []
        var definition: [String] = []
        if case .floating = start, let id = line.parameter("TZID") {
            kept.insert("DTSTART")
            definition = times.definition(ofZone: id)
        }
        if !kept.isEmpty {
            event.details.foreign = Self.foreign(raw, keeping: kept, definition)
        }
        if uid == nil { flags.insert(.uid, at: 0) }
        if times.hasUnknownZone { flags.insert(.zone, at: uid == nil ? 1 : 0) }
        event.flags = flags
        return event
    }

    /// Describes a refused event as far as it can be read.
    mutating func refused(_ raw: RawEvent, _ problem: EventProblem) -> RefusedEvent {
        let title = raw.first("SUMMARY")?.unescaped.onOneLine() ?? ""
        var start: EventTime?
        if let line = raw.first("DTSTART") { start = try? times.time(line) }
        return RefusedEvent(
            line: raw.line, uid: Self.uid(raw).map { String($0.prefix(255)) },
            title: title.isEmpty ? nil : String(title.prefix(200)), start: start,
            problem: problem)
    }

    private mutating func length(
        _ raw: RawEvent, _ start: EventTime, _ flags: inout [EventFlag]
    ) throws(EventProblem) -> EventLength {
        var length: EventLength
        if let line = raw.first("DTEND") {
            var end = try times.time(line)
            if start.isAllDay {
                if !end.isAllDay { flags.append(.end) }
                length = EventLength(days: end.date.dayNumber - start.date.dayNumber)
            } else {
                if case .date(let date) = end { end = start.with(LocalTime(date: date)) }
                // An end without a zone is in the zone of the start.
                if case .floating = end { end = TimeReader.adapt(end, to: start) }
                if case .floating = start { end = TimeReader.adapt(end, to: start) }
                length = EventLength(
                    seconds: end.seconds(floatingIn: .utc) - start.seconds(floatingIn: .utc))
            }
        } else if let line = raw.first("DURATION") {
            guard let read = DurationText.read(line.value) else {
                throw EventProblem.badValue(
                    property: "DURATION", value: String(line.value.prefix(40)))
            }
            length = read
            if start.isAllDay {
                length = EventLength(days: read.days + Int((read.seconds + 86_399) / 86_400))
            }
        } else {
            length = EventLength()
        }
        guard length.days >= 0, length.seconds >= 0 else {
            throw EventProblem.endsBeforeStart
        }
        // RFC 5545 3.6.1: an all-day event without an end lasts one day.
        if start.isAllDay { length.days = max(1, length.days) }
        return length
    }

    private mutating func readSeries(
        _ raw: RawEvent, _ event: inout ReadEvent, _ flags: inout [EventFlag]
    ) throws(EventProblem) {
        var excluding: [RecurrenceRule] = []
        for line in raw.lines {
            switch line.name {
            case "RRULE", "EXRULE":
                guard event.rules.count + excluding.count < Recurrence.rulesMax else {
                    throw EventProblem.tooManyRules
                }
                do throws(RuleProblem) {
                    let rule = try RecurrenceRule(String(line.value.trimmed()))
                    if rule.isBelowDaily, event.start.isAllDay { throw .notAllowed("FREQ") }
                    if line.name == "RRULE" {
                        event.rules.append(rule)
                    } else {
                        excluding.append(rule)
                    }
                } catch {
                    if error == .zeroInterval { throw EventProblem.zeroInterval }
                    if !flags.contains(.rule) { flags.append(.rule) }
                }
            case "RDATE": event.dates += try times.dates(line, like: event.start)
            case "EXDATE": event.exclusions.formUnion(try exclusions(line, event.start))
            default: break
            }
        }
        let isReadable = !flags.contains(.rule)
        if !excluding.isEmpty, isReadable, !exclude(by: excluding, from: &event) {
            flags.append(.rule)
        }
        guard max(event.dates.count, event.exclusions.count) <= Recurrence.datesMax else {
            throw EventProblem.tooManyDates
        }
        // The event happens once: only some of its rules would make another series.
        if flags.contains(.rule) { event.rules = [] }
        let series = Recurrence(start: event.start, length: event.length, rules: event.rules)
        if !series.generatesStart(floatingIn: .utc) { flags.append(.start) }
    }

    private mutating func exclusions(
        _ line: ContentLine, _ start: EventTime
    ) throws(EventProblem) -> [OccurrenceKey] {
        var keys: [OccurrenceKey] = []
        for item in line.list {
            let time = try times.time(item, line)
            if case .date(let date) = time {
                keys.append(.date(date))
            } else {
                keys.append(TimeReader.key(time, of: start))
            }
        }
        return keys
    }

    /// Adds the occurrences that EXRULEs generate to the exclusions (RFC 2445 4.8.5.2).
    ///
    /// - Returns: `false` if the series has no end or is too long to enumerate.
    private func exclude(by rules: [RecurrenceRule], from event: inout ReadEvent) -> Bool {
        let series = Recurrence(
            start: event.start, length: event.length, rules: event.rules, dates: event.dates)
        guard let excluded = series.keys(generatedBy: rules, floatingIn: .utc) else { return false }
        event.exclusions.formUnion(excluded)
        return true
    }

    private static func details(_ raw: RawEvent) -> EventDetails {
        func text(_ name: String) -> String? {
            let text = raw.first(name)?.unescaped ?? ""
            return text.isEmpty ? nil : text
        }
        func word(_ name: String) -> String? {
            raw.first(name).map { $0.value.trimmed().uppercased() }
        }
        let status: EventStatus? =
            switch word("STATUS") {
            case "TENTATIVE": .tentative
            case "CANCELLED": .cancelled
            default: nil
            }
        let isPrivate = ["PRIVATE", "CONFIDENTIAL"].contains(word("CLASS"))
        return EventDetails(
            title: (text("SUMMARY") ?? "").onOneLine(),
            location: text("LOCATION")?.onOneLine(), description: text("DESCRIPTION"),
            status: status, isPrivate: isPrivate, isFree: word("TRANSP") == "TRANSPARENT",
            foreign: foreign(raw))
    }

    /// Returns the lines that are preserved without interpretation.
    ///
    /// - Parameters:
    ///   - kept: known properties of this event that could not be interpreted.
    ///   - definition: the definition of a zone that could not be interpreted.
    private static func foreign(
        _ raw: RawEvent, keeping kept: Set<String> = [], _ definition: [String] = []
    ) -> String {
        let lines = raw.lines.filter { line in
            if kept.contains(line.name) { return true }
            // Keep a value that is more specific than what the event stores.
            switch line.name {
            case "CLASS": return line.value.trimmed().uppercased() == "CONFIDENTIAL"
            case "STATUS": return line.value.trimmed().uppercased() == "CONFIRMED"
            default: return !known.contains(line.name)
            }
        }
        return (lines.map(\.text) + raw.inner + definition).joined(separator: "\n")
    }

    private static func sequence(_ raw: RawEvent) -> Int {
        raw.first("SEQUENCE").flatMap { Int32($0.value.trimmed()) }.map { max(0, Int($0)) } ?? 0
    }

    private static func stamp(_ raw: RawEvent) -> Int64? {
        raw.first("DTSTAMP").flatMap { LocalTime(compact: $0.value.prefix(15)) }?.wallSeconds
    }
}

extension StringProtocol {
    /// Returns the text without leading and trailing whitespace.
    func trimmed() -> SubSequence {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return self[start..<start] }
        return self[start...last]
    }

    /// Returns the trimmed text with each whitespace character replaced by a space.
    func onOneLine() -> String {
        String(
            String.UnicodeScalarView(
                String(trimmed()).unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }))
    }
}
