import JSON
import Sync

/// A second board in the same venue: a bell that counts how often it was rung.
struct BellBoard: Board {
    var count = 0

    let name = "bell"
    let actions: Set<String> = ["bell.ring"]
    let views = [ViewRule(name: "bell/open", scope: .shared, readers: Set(Role.allCases))]
    var emptyDocuments: [String: Document] { ["bell/open": Document(["count": 0])] }

    func permits(_ mutation: Mutation, by principal: Principal) -> Bool {
        principal.role == .host || principal.role == .owner
    }

    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment
    ) throws(Rejection) -> Decision {
        Decision(kind: "rung", subject: "bell", data: [:])
    }

    mutating func apply(_ event: Event) -> [RowChange] {
        count += 1
        return [RowChange(view: "bell/open", member: "count", row: nil, value: JSON(count))]
    }

    func result(of event: Event) -> JSON? { nil }
    func nextDue() -> Instant? { nil }
    func decideDue(at moment: Moment) -> Decision? { nil }
    func personalDocument(view: String, party: String) -> PersonalDocument? { nil }
    func masked(_ value: JSON) -> JSON { value }

    var rendering: JSON { ["count": JSON(count)] }
}
