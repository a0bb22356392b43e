import CalendarSync
import ICalendar

/// What people have done in a story, as far as it must not be lost.
struct SyncRecord {
    /// The values that somebody has set and that nobody who saw them has replaced since.
    private(set) var standing: Set<String> = []
    /// The values of all issues there have been.
    private var disputed: Set<String> = []
    /// The UIDs of deleted events.
    private(set) var deleted: Set<String> = []
    /// The UIDs of the events of which one side has deleted what the other has edited.
    private var disputedUIDs: Set<String> = []
    /// The UIDs of the events that were moved to another calendar.
    private var moved: Set<String> = []
    /// How often events were split, by what they were made as.
    private var splits: [String: Int] = [:]
    /// The UIDs of the series whose rests are other events since they were divided here, by the UIDs of
    /// those. What is edited elsewhere of such a series reaches its rests.
    private var origins: [String: String] = [:]
    /// What the parts of a series have of it, which nobody has set.
    private var inherited: Set<String> = []
    /// What both sides knew of series of which one has edited the first occurrence: it goes where the
    /// other one leaves nothing else.
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
        // The hub may not know that it has made it there, and makes it again.
        if !isHere { gone.formIntersection(agreed.uids) }
        // An undone deletion that may have been sent makes the event again.
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

    /// What goes where one side leaves nothing but an edited first occurrence has gone, even if the
    /// event repeats again later.
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

    /// What is moved to another calendar stays there, even if it is deleted where it was.
    mutating func noteMove(_ event: CalendarEvent) { moved.insert(event.uid) }

    mutating func noteSplit(_ event: CalendarEvent) {
        if let birth = Self.birth(event) { splits[birth, default: 0] += 1 }
    }

    /// - Parameter values: what the parts are without the edit for which the series was divided.
    mutating func noteRest(_ rest: String, of uid: String, inheriting values: SetValues) {
        origins[rest] = uid
        inherited = values.all
    }

    /// Values of rests, as the series that they come from had them.
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

    /// A value without the count of a rule, if the parts of a series share that.
    private func shared(_ value: String) -> String {
        guard let count = value.firstRange(of: ";COUNT="),
            origins.values.contains(Self.uid(of: value))
        else { return value }
        let rest = value[count.upperBound...].drop { $0 != ";" }
        return String(value[..<count.lowerBound] + rest)
    }

    private func shared(_ values: Set<String>) -> Set<String> { Set(values.map(shared)) }

    /// The values that are neither there nor in an issue.
    func lost(from values: SetValues) -> [String] {
        let known = values.all.union(disputed)
        let all = shared(known.union(asOfOrigins(known)))
        return standing.filter { value in
            let isMasked = masked.contains(value) && values.singles.contains(Self.uid(of: value))
            return !isMasked && !known.contains(value) && !all.contains(shared(value))
        }.sorted()
    }

    /// The UIDs of events that are there although somebody has deleted them and nobody has edited them.
    func risen(_ uids: Set<String>) -> [String] {
        deleted.intersection(uids).subtracting(disputedUIDs).subtracting(moved).sorted()
    }

    /// What events were made as of which there are more than there can be.
    func doubled(_ events: [CalendarEvent]) -> [String] {
        Dictionary(grouping: events.compactMap(Self.birth), by: \.self)
            .filter { $0.value.count > 1 + splits[$0.key, default: 0] }.keys.sorted()
    }

    /// What an event was made as. Its description begins with it, however it is edited.
    static func birth(_ event: CalendarEvent) -> String? {
        event.details.description.flatMap { text in
            text.hasPrefix("#") ? String(text.prefix { $0 != " " }) : nil
        }
    }
}
