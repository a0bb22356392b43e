public import JSON
public import Sync

/// Embers that expire: a board that lives in memory.
public struct EmberBoard: Board {
    public static let view = "ember/display"
    private static let lifetimeMilliseconds: Int64 = 2_000

    private var outAt: [String: Instant] = [:]
    /// The number of events of the waiting list that it has followed.
    private var heardCount = 0

    public let declaration = declared

    public init() {}

    private static let declared = BoardDeclaration(
        name: "ember", summary: "Embers that go out.",
        actions: [ActionDeclaration("ember.light", "Lights one.")],
        views: [
            ViewDeclaration(
                name: view, scope: .shared, readers: [.owner, .host, .engineer, .display])
        ], storage: .memory, hears: [HeardEvents(of: "waitlist")])

    public var emptyDocuments: [String: Document] {
        [Self.view: Document(["embers": [:], "heard": JSON(heardCount)])]
    }

    public func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        let end = moment.now.adding(milliseconds: Self.lifetimeMilliseconds)
        return Decision(
            kind: "lit", subject: "e_\(moment.rev)", data: ["outAt": .string(end.description)])
    }

    public mutating func apply(_ event: Event) -> [RowChange] {
        outAt[event.subject] = event.data["outAt"]?.text.flatMap(Instant.init)
        return [
            RowChange(
                view: Self.view, member: "embers", row: event.subject, value: event.data["outAt"])
        ]
    }

    public mutating func hear(_ event: Event) -> [RowChange] {
        guard event.board == "waitlist" else { return [] }
        heardCount += 1
        return [RowChange(view: Self.view, member: "heard", row: nil, value: JSON(heardCount))]
    }

    public func nextDue() -> Instant? { outAt.values.min() }

    public func decideDue(at moment: Moment) -> Decision? {
        let due = outAt.filter { $0.value <= moment.now }.keys.min()
        return due.map { Decision(kind: "out", subject: $0, data: [:]) }
    }

    public func result(of event: Event) -> JSON? { nil }
    public func personalDocument(view: String, subject: Subject) -> PersonalDocument? { nil }
    public func masked(_ value: JSON) -> JSON { value }
}
