import JSON
import Sync

/// A second board in the same venue: a bell that counts its rings.
struct BellBoard: Board {
    var count = 0

    var declaration: BoardDeclaration { Self.declared }
    var recordsClock: Bool { true }

    private static let declared = BoardDeclaration(
        name: "bell", summary: "Counts how often it is rung.",
        actions: [ActionDeclaration("bell.ring", "Rings.")],
        views: [
            ViewDeclaration(name: "bell/open", scope: .shared, readers: Set(Role.ofEveryVenue))
        ])

    var emptyDocuments: [String: Document] { ["bell/open": Document(["count": 0])] }

    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        Decision(kind: "rung", subject: "bell", data: [:])
    }

    mutating func apply(_ event: Event) -> [RowChange] {
        guard event.kind == "rung" else { return [] }
        count += 1
        return [RowChange(view: "bell/open", member: "count", row: nil, value: JSON(count))]
    }

    var rendering: JSON { ["count": JSON(count)] }
}
