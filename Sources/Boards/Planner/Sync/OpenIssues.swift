import BoardKit

/// The issues that wait for somebody, by the events that they are about.
struct OpenIssues: Sendable {
    private(set) var ids: Set<IssueID> = []
    private var byEvent: [EventID: Set<IssueID>] = [:]

    var count: Int { ids.count }

    /// In the order in which they were raised.
    func of(_ event: EventID) -> [IssueID] { (byEvent[event] ?? []).sorted() }

    mutating func replace(_ old: SyncIssue?, by new: SyncIssue?, of id: IssueID) {
        if let old {
            ids.remove(id)
            byEvent[old.event]?.remove(id)
            if byEvent[old.event]?.isEmpty == true { byEvent[old.event] = nil }
        }
        if let new {
            ids.insert(id)
            byEvent[new.event, default: []].insert(id)
        }
    }
}
