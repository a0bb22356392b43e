import JSON
import Sync

/// A board of dots that move, whose views send at most four diffs a second.
struct DotsBoard: Board {
    static let shared = "dots/open"
    static let named = "dots/one?dot=a"
    /// Makes a diff shorter than the document.
    private static let about = JSON.string(String(repeating: "Dots are moved about. ", count: 20))

    var dots: [String: JSON] = [:]

    var declaration: BoardDeclaration { Self.declared }

    private static let declared = BoardDeclaration(
        name: "dots", summary: "Dots that are moved about.",
        actions: [
            ActionDeclaration("dots.move", "Puts a dot somewhere."),
            ActionDeclaration("dots.drop", "Takes a dot away."),
        ],
        views: [
            ViewDeclaration(
                name: shared, scope: .shared, readers: [.owner, .host, .engineer, .display],
                maskedFor: [.engineer], diffsPerSecondMax: 4),
            ViewDeclaration(
                name: "dots/one", scope: .shared, readers: [.owner, .host],
                parameters: [.text("dot")], diffsPerSecondMax: 4),
        ])

    var emptyDocuments: [String: Document] {
        [Self.shared: Document(["about": Self.about, "dots": [:]])]
    }

    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        let dot = mutation.arguments["dot"]?.text ?? ""
        guard mutation.action == "dots.move" else {
            guard dots[dot] != nil else { throw Rejection(.notFound) }
            return Decision(kind: "dropped", subject: dot, data: [:])
        }
        return Decision(
            kind: "moved", subject: dot, data: ["to": mutation.arguments["to"] ?? .null])
    }

    mutating func apply(_ event: Event) -> [RowChange] {
        let place = event.kind == "moved" ? event.data["to"] : nil
        if dots[event.subject] == place { return [] }
        dots[event.subject] = place
        return [
            RowChange(
                view: Self.shared, member: "dots", row: event.subject, value: row(event.subject))
        ]
    }

    private func row(_ dot: String) -> JSON? { dots[dot].map { ["to": $0] } }

    /// Returns the shared view, from the state alone.
    func rendering(isMasked: Bool) -> JSON {
        [
            "about": Self.about,
            "dots": .object(dots.mapValues { isMasked ? masked(["to": $0]) : ["to": $0] }),
        ]
    }

    func document(of view: ViewRequest) throws(Rejection) -> Document {
        guard let row = row(view.arguments["dot"]?.text ?? "") else { throw Rejection(.notFound) }
        return Document(["dot": row])
    }

    func result(of event: Event) -> JSON? { nil }
    func nextDue() -> Instant? { nil }
    func decideDue(at moment: Moment) -> Decision? { nil }
    func personalDocument(view: String, subject: Subject) -> PersonalDocument? { nil }
    func masked(_ value: JSON) -> JSON { value["to"] == nil ? value : ["to": "•••"] }
}
