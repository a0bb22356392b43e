import ICalendar
import JSON

/// The requests that make an event at Google what it shall be: pure, so that each rule is tested as a
/// value.
struct GoogleWritePlan: Equatable {
    enum Series: Equatable {
        case insert
        /// Changes of a known version.
        case patch([String: JSON], tag: String?)
    }

    /// One occurrence that shall be something else than it is.
    struct Occurrence: Equatable {
        var key: OccurrenceKey
        /// What it was when both sides last agreed; `nil` if it was excluded.
        var base: GoogleBody?
        /// What it shall be; `nil` if it shall be excluded.
        var wanted: GoogleBody?
        /// What the series says of it.
        var plain: GoogleBody
        /// What it has of its own that the planner has no word for, where it is made anew.
        var extras: [String: JSON] = [:]
        /// The tag that it had; `nil` if it has never been different from its series.
        var tag: String?

        /// - Parameter there: what it is; `nil` if it is excluded.
        func patch(from there: GoogleBody?) -> [String: JSON] {
            guard let wanted else { return ["status": "cancelled"] }
            let patch = there.map { wanted.patch(from: $0) } ?? wanted.restoration
            return patch.merging(extras) { patch, _ in patch }
        }
    }

    /// Why Google can't be told.
    enum Problem: Error {
        /// A change that the following occurrences take over, a cancelled event, a series in a zone that
        /// only its file knows, or one of which only occurrences are there.
        case hasNoForm
    }

    /// `nil` if nothing but occurrences has changed.
    var series: Series?
    /// What a single event or the series shall be.
    var wanted: GoogleBody
    /// What it gets besides, if it is made.
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

    /// The exclusions that are lines of the series: those that were so before. All others are cancelled
    /// occurrences, which have tags of their own.
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
        // One that was different once has fields of its own, even if they say the same again.
        let keys = content.ownKeys.union(base?.ownKeys ?? []).union(
            copy.map { Array($0.changeTags.keys) } ?? [])
        return keys.subtracting(lines).sorted().compactMap { key in
            // What the series no longer has is gone with it.
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

    /// The occurrences to write of a series that the server does not have.
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

    /// What an occurrence has of its own. One that was changed here has what its series had then.
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
    /// Whether the server has only single occurrences of a series, and not the series itself.
    var isAlone: Bool { !base.hasMaster }
}

extension Recurrence {
    /// The series as it would be without exclusions and changes.
    fileprivate var plain: Recurrence {
        var plain = self
        plain.exclusions = []
        plain.changes = [:]
        return plain
    }
}

extension CalendarEvent {
    /// An occurrence as the series has it; `nil` if it has none then.
    func plain(at key: OccurrenceKey) -> EventChange? {
        var budget = ExpansionBudget.window
        return recurrence.plain.occurrence(at: key, floatingIn: .utc, budget: &budget).map {
            EventChange(
                details: details, time: TimeChange(start: $0.start, length: $0.length))
        }
    }

    /// The occurrences that are not as their series has them.
    fileprivate var ownKeys: Set<OccurrenceKey> {
        recurrence.exclusions.union(changes.keys)
    }

    func withoutChanges(excluding exclusions: Set<OccurrenceKey>) -> CalendarEvent {
        var event = self
        event.changes = [:]
        event.recurrence.changes = [:]
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
