public import ICalendar

/// A three-way merge of one event. It never compares clocks.
public struct Merge: Sendable, Equatable {
    /// The merged content; `nil` if the event is deleted.
    public var content: CalendarEvent?
    /// The conflicts, with the values that were not taken.
    public var issues: [MergeIssue]

    /// - Parameters:
    ///   - base: the last agreed version; `nil` on the first link.
    ///   - ours: the hub's version; `nil` if it was deleted here.
    ///   - theirs: the server's version; `nil` if it was deleted there.
    ///   - zone: the venue's, for floating times and days.
    public init(
        base: CalendarEvent?, ours: CalendarEvent?, theirs: CalendarEvent?, floatingIn zone: Zone
    ) {
        switch (ours, theirs) {
        case (nil, nil): self.init(content: nil)
        case (let ours?, let theirs?):
            var merge = SeriesMerge(
                base: base?.single, ours: ours.single, theirs: theirs.single, floatingIn: zone)
            let content = merge.merged()
            self.init(content: content, issues: merge.issues)
        case (let kept, nil), (nil, let kept):
            guard let kept, let base else {
                self.init(content: kept?.single)
                return
            }
            guard !kept.says(theSameAs: base, floatingIn: zone) else {
                self.init(content: nil)
                return
            }
            let issue = MergeIssue(
                at: nil, field: .deleted, ours: .event(ours), theirs: .event(theirs))
            self.init(content: kept.single, issues: [issue])
        }
    }

    private init(content: CalendarEvent?, issues: [MergeIssue] = []) {
        self.content = content
        self.issues = issues
    }
}

/// The side whose value is taken.
enum MergeChoice {
    case ours, theirs
    /// The sides changed the value differently. Ours is taken, and theirs becomes an issue.
    case both

    /// - Parameter base: `nil` if there is no base.
    init<Value>(
        _ base: Value?, _ ours: Value, _ theirs: Value, by isSame: (Value, Value) -> Bool
    ) {
        if isSame(ours, theirs) {
            self = .ours
        } else if let base {
            self = isSame(ours, base) ? .theirs : isSame(theirs, base) ? .ours : .both
        } else {
            self = .both
        }
    }
}
