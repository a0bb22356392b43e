import CalendarMerging
import ICalendar

/// The edits of a story that must not be lost.
struct SyncRecord {
    /// The values that somebody has set and nobody has knowingly replaced.
    private(set) var standing: Set<String> = []
    /// The values of all issues so far.
    private var disputed: Set<String> = []
    private(set) var deleted: Set<String> = []
    /// The UIDs of events that one side deleted and the other edited.
    private var disputedUIDs: Set<String> = []
    /// The UIDs of events that were moved to another calendar.
    private var moved: Set<String> = []
    /// The number of splits, by the events' original titles.
    private var splits: [String: Int] = [:]
    /// The UIDs of divided series, by the UIDs of their rests. Remote edits of a divided series
    /// also reach its rests.
    private var origins: [String: String] = [:]
    /// The values that parts inherit from their series, which nobody has set.
    private var inherited: Set<String> = []
    /// Values of series whose first occurrence one side has edited. They are lost if the other side
    /// leaves only that occurrence.
    private var masked: Set<String> = []

    mutating func noteEdit(
        from before: (values: SetValues, uids: Set<String>),
        to after: (values: SetValues, uids: Set<String>),
        since agreed: (values: SetValues, uids: Set<String>), isHere: Bool,
        undecided: Set<String>
    ) {
        let replaced = before.values.all.subtracting(after.values.all)
        let inParts = shared(asOfOrigins(replaced)).subtracting(shared(after.values.all))
        standing.subtract(replaced)
        standing = standing.filter { !inParts.contains(shared($0)) }
        standing.formUnion(
            after.values.all.subtracting(before.values.all).subtracting(agreed.values.all)
                .subtracting(inherited))
        inherited = []
        masked.formUnion(after.values.masked.intersection(agreed.values.all))
        var gone = before.uids.subtracting(after.uids)
        // The hub may not know that it created the event, and creates it again.
        if !isHere { gone.formIntersection(agreed.uids) }
        // Undoing a deletion that may have been sent creates the event again.
        deleted.formUnion(gone.subtracting(undecided))
        disputedUIDs.subtract(gone)
        deleted.subtract(after.uids.subtracting(before.uids))
    }

    mutating func note(_ issue: MergeIssue, of uid: String, floatingIn zone: Zone) {
        var values = SetValues(floatingIn: zone)
        values.add(issue.ours, of: uid)
        values.add(issue.theirs, of: uid)
        disputed.formUnion(values.all)
        for case .event(let event?) in [issue.ours, issue.theirs] { disputedUIDs.insert(event.uid) }
    }

    /// Records values that are lost when one side leaves only an edited first occurrence. They stay
    /// lost even if the event repeats again later.
    mutating func noteSingles(_ values: @autoclosure () -> SetValues) {
        guard !masked.isEmpty else { return }
        let values = values()
        standing = standing.filter { value in
            let isGone =
                masked.contains(value) && values.singles.contains(Self.uid(of: value))
                && !values.all.contains(value)
            return !isGone
        }
    }

    mutating func forgetDeletions() { deleted = [] }

    /// Records a move. A moved event stays in its new calendar, even if it is deleted in the old
    /// one.
    mutating func noteMove(_ event: CalendarEvent) { moved.insert(event.uid) }

    mutating func noteSplit(_ event: CalendarEvent) {
        if let birth = Self.birth(event) { splits[birth, default: 0] += 1 }
    }

    /// - Parameter values: the parts without the edit that divided the series.
    mutating func noteRest(_ rest: String, of uid: String, inheriting values: SetValues) {
        origins[rest] = uid
        inherited = values.all
    }

    /// Returns the values of rests, as their original series had them.
    private func asOfOrigins(_ values: Set<String>) -> Set<String> {
        var all: Set<String> = []
        for value in values {
            var uid = Self.uid(of: value)
            let text = value.dropFirst(uid.count)
            while let origin = origins[uid] {
                all.insert(origin + text)
                uid = origin
            }
        }
        return all
    }

    private static func uid(of value: String) -> String { String(value.prefix { $0 != " " }) }

    /// Returns a value without the count of its rule if the parts of a series share the count.
    private func shared(_ value: String) -> String {
        guard let count = value.firstRange(of: ";COUNT="),
            origins.values.contains(Self.uid(of: value))
        else { return value }
        let rest = value[count.upperBound...].drop { $0 != ";" }
        return String(value[..<count.lowerBound] + rest)
    }

    private func shared(_ values: Set<String>) -> Set<String> { Set(values.map(shared)) }

    /// Returns the values that neither the events nor any issue has.
    func lost(from values: SetValues) -> [String] {
        let known = values.all.union(disputed)
        let all = shared(known.union(asOfOrigins(known)))
        return standing.filter { value in
            let isMasked = masked.contains(value) && values.singles.contains(Self.uid(of: value))
            return !isMasked && !known.contains(value) && !all.contains(shared(value))
        }.sorted()
    }

    /// Returns the UIDs of events that exist although they were deleted and not edited.
    func risen(_ uids: Set<String>) -> [String] {
        deleted.intersection(uids).subtracting(disputedUIDs).subtracting(moved).sorted()
    }

    /// Returns the original titles of events that exist too often.
    func doubled(_ events: [CalendarEvent]) -> [String] {
        Dictionary(grouping: events.compactMap(Self.birth), by: \.self)
            .filter { $0.value.count > 1 + splits[$0.key, default: 0] }.keys.sorted()
    }

    /// Returns the original title of an event, with which its description always begins.
    static func birth(_ event: CalendarEvent) -> String? {
        event.details.description.flatMap { text in
            text.hasPrefix("#") ? String(text.prefix { $0 != " " }) : nil
        }
    }
}
