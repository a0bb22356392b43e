import CalendarMerging
import ICalendar
import JSON

/// The requests that bring an event at Google to the wanted state. It is a value, so that its rules
/// can be tested without a server.
struct GoogleWritePlan: Equatable {
    enum Series: Equatable {
        case insert
        /// Changes a known version.
        case patch([String: JSON], tag: String?)
    }

    /// One occurrence that has to change.
    struct Occurrence: Equatable {
        var key: OccurrenceKey
        /// The last agreed body; `nil` if the occurrence was excluded.
        var base: GoogleBody?
        /// The wanted body; `nil` to exclude the occurrence.
        var wanted: GoogleBody?
        /// The body that the series implies.
        var plain: GoogleBody
        /// The unsupported fields, used if the occurrence is created anew.
        var extras: [String: JSON] = [:]
        /// The last known tag; `nil` if the occurrence never differed from its series.
        var tag: String?

        /// - Parameter there: the current body; `nil` if it is excluded.
        func patch(from there: GoogleBody?) -> [String: JSON] {
            guard let wanted else { return ["status": "cancelled"] }
            let patch = there.map { wanted.patch(from: $0) } ?? wanted.restoration
            return patch.merging(extras) { patch, _ in patch }
        }
    }

    /// A reason why Google can't represent the event.
    enum Problem: Error {
        /// A THISANDFUTURE change, a cancelled event, a series in a zone that only its file
        /// defines, or a series of which only occurrences exist.
        case hasNoForm
    }

    /// The request for the event or series; `nil` if only occurrences changed.
    var series: Series?
    /// The wanted body of the single event or the series.
    var wanted: GoogleBody
    /// The unsupported fields, used if the event is created.
    var extras: GoogleExtras
    var occurrences: [Occurrence] = []

    var isEmpty: Bool { series == nil && occurrences.isEmpty }

    /// - Parameter zone: the calendar's, for floating times.
    init(_ copy: RemoteCopy?, _ content: CalendarEvent, floatingIn zone: Zone) throws(Problem) {
        let isAlone = copy?.isAlone ?? false
        let content = content.forGoogle(floatingIn: zone, isAlone: isAlone)
        try content.checkForm()
        let base = copy?.base.forGoogle(floatingIn: zone, isAlone: isAlone)
        if isAlone, let copy, let base {
            guard !content.hasMaster else { throw .hasNoForm }
            wanted = GoogleBody(content)
            extras = GoogleExtras(lines: "")
            occurrences = Self.occurrences(alone: copy, base, content)
            return
        }
        let lines = Self.lines(copy, base, content)
        wanted = GoogleBody(content.withoutChanges(excluding: lines.wanted))
        extras = GoogleExtras(lines: content.details.foreign)
        if let copy, let base {
            let patch = wanted.patch(from: GoogleBody(base.withoutChanges(excluding: lines.base)))
            series = patch.isEmpty ? nil : .patch(patch, tag: copy.tag)
        } else {
            series = .insert
        }
        occurrences = Self.occurrences(copy, base, content, lines: lines.wanted)
    }

    /// Returns the exclusions that are EXDATEs of the series: those that already were. All others
    /// are cancelled occurrences, which have their own tags.
    private static func lines(
        _ copy: RemoteCopy?, _ base: CalendarEvent?, _ content: CalendarEvent
    ) -> (base: Set<OccurrenceKey>, wanted: Set<OccurrenceKey>) {
        guard let copy, let base else { return ([], []) }
        let lines = base.recurrence.exclusions.filter { copy.changeTags[$0] == nil }
        return (lines, lines.intersection(content.recurrence.exclusions))
    }

    private static func occurrences(
        _ copy: RemoteCopy?, _ base: CalendarEvent?, _ content: CalendarEvent,
        lines: Set<OccurrenceKey>
    ) -> [Occurrence] {
        guard content.recurrence.repeats else { return [] }
        // Google keeps own fields for an occurrence that once differed, even if it no longer does.
        let keys = content.ownKeys.union(base?.ownKeys ?? []).union(
            copy.map { Array($0.changeTags.keys) } ?? [])
        return keys.subtracting(lines).sorted().compactMap { key in
            // The occurrence goes with the old series.
            guard let plain = content.plain(at: key) else { return nil }
            let tag = copy?.changeTags[key].flatMap { $0.isEmpty ? nil : $0 }
            let before = tag == nil ? plain : base?.plain(at: key) ?? plain
            var occurrence = Occurrence(
                key: key, base: body(key, base, before), wanted: body(key, content, plain),
                plain: GoogleBody(plain), tag: tag)
            if tag == nil || occurrence.base == nil {
                occurrence.extras = extras(of: key, base, content)
            }
            let isSame = occurrence.base == occurrence.wanted && occurrence.extras.isEmpty
            return isSame ? nil : occurrence
        }
    }

    /// Returns the occurrences to write if the server does not have their series.
    private static func occurrences(
        alone copy: RemoteCopy, _ base: CalendarEvent, _ content: CalendarEvent
    ) -> [Occurrence] {
        base.changes.sorted { $0.key < $1.key }.compactMap { key, change in
            let (before, wanted) = (GoogleBody(change), content.changes[key].map { GoogleBody($0) })
            guard before != wanted else { return nil }
            return Occurrence(
                key: key, base: before, wanted: wanted, plain: before, tag: copy.changeTags[key])
        }
    }

    /// Returns the unsupported fields by which an occurrence differs from its series. An occurrence
    /// changed here only has a copy of the fields that its series had.
    private static func extras(
        of key: OccurrenceKey, _ base: CalendarEvent?, _ content: CalendarEvent
    ) -> [String: JSON] {
        let foreign = content.changes[key]?.details.foreign
        guard let foreign, foreign != base?.details.foreign else { return [:] }
        return GoogleExtras(lines: foreign).patch(
            from: GoogleExtras(lines: content.details.foreign))
    }

    private static func body(
        _ key: OccurrenceKey, _ event: CalendarEvent?, _ plain: EventChange
    ) -> GoogleBody? {
        guard let event else { return GoogleBody(plain) }
        if event.recurrence.exclusions.contains(key) { return nil }
        return GoogleBody(event.changes[key] ?? plain)
    }
}

extension RemoteCopy {
    /// Whether the server has only single occurrences and not the series.
    var isAlone: Bool { !base.hasMaster }
}

extension Recurrence {
    /// The series without its exclusions and changes.
    fileprivate var plain: Recurrence {
        var plain = self
        plain.exclusions = []
        plain.changes = [:]
        return plain
    }
}

extension CalendarEvent {
    /// Returns an occurrence as the series defines it, or `nil` if the series lacks it.
    func plain(at key: OccurrenceKey) -> EventChange? {
        var budget = ExpansionBudget.window
        return recurrence.plain.occurrence(at: key, floatingIn: .utc, budget: &budget).map {
            EventChange(
                details: details, time: TimeChange(start: $0.start, length: $0.length))
        }
    }

    /// The keys of occurrences that differ from their series.
    fileprivate var ownKeys: Set<OccurrenceKey> {
        recurrence.exclusions.union(changes.keys)
    }

    func withoutChanges(excluding exclusions: Set<OccurrenceKey>) -> CalendarEvent {
        var event = self
        event.changes = [:]
        event.recurrence.exclusions = exclusions
        return event
    }

    fileprivate func checkForm() throws(GoogleWritePlan.Problem) {
        guard !changes.contains(where: \.value.time.isForFollowing), details.status != .cancelled
        else { throw .hasNoForm }
        guard case .zoned(_, let zone) = recurrence.start else { return }
        if recurrence.repeats, zone.definition != nil { throw .hasNoForm }
    }
}
