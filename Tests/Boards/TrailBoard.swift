public import JSON
public import Sync

/// Positions of dots: a board whose views send at most four diffs a second.
public struct TrailBoard: Board {
    public static let view = "trail/display"
    public static let dots = ["a", "b", "c"]

    private var places: [String: JSON] = [:]

    public let declaration = declared

    public init() {}

    private static let declared = BoardDeclaration(
        name: "trail", summary: "Where dots are.",
        actions: [ActionDeclaration("trail.step", "Moves a dot.")],
        views: [
            ViewDeclaration(
                name: view, scope: .shared, readers: [.owner, .host, .engineer, .display],
                diffsPerSecondMax: 4),
            ViewDeclaration(
                name: "trail/one", scope: .shared, readers: [.owner, .host],
                parameters: [
                    ArgumentDeclaration(
                        "dot", "Which.", schema: Schema(.choice(dots)), isRequired: true)
                ], diffsPerSecondMax: 4),
        ])

    public var emptyDocuments: [String: Document] { [Self.view: Document(["dots": [:]])] }

    public func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        Decision(
            kind: "stepped", subject: mutation.arguments["dot"]?.text ?? "",
            data: ["to": mutation.arguments["to"] ?? .null])
    }

    public mutating func apply(_ event: Event) -> [RowChange] {
        let place = event.data["to"] ?? .null
        if places[event.subject] == place { return [] }
        places[event.subject] = place
        return [
            RowChange(view: Self.view, member: "dots", row: event.subject, value: ["to": place])
        ]
    }

    public func document(of view: ViewRequest) throws(Rejection) -> Document {
        Document(["dot": places[view.arguments["dot"]?.text ?? ""] ?? .null])
    }

    public func result(of event: Event) -> JSON? { nil }
    public func nextDue() -> Instant? { nil }
    public func decideDue(at moment: Moment) -> Decision? { nil }
    public func personalDocument(view: String, subject: Subject) -> PersonalDocument? { nil }
    public func masked(_ value: JSON) -> JSON { value }
}
