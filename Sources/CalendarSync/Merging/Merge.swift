public import ICalendar

/// A three-way merge of one event: what both sides shall have, and what can't both stand. Nobody's
/// clock is compared.
public struct Merge: Sendable, Equatable {
    /// What both sides shall have; `nil` if it is deleted.
    public var content: CalendarEvent?
    /// Values of theirs that do not stand in the content, or whose deletion does not.
    public var issues: [MergeIssue]

    /// - Parameters:
    ///   - base: what both sides last agreed on; `nil` if they are linked for the first time.
    ///   - ours: the hub's; `nil` if it is deleted here.
    ///   - theirs: the server's; `nil` if it is deleted there.
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

/// Whose value stands.
enum MergeChoice {
    case ours, theirs
    /// Both have changed it, differently. Ours stands, and theirs becomes an issue.
    case both

    /// - Parameter base: `nil` if there is none.
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
