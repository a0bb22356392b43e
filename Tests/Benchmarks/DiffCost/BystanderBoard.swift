import JSON
import Sync

/// A board with its own view, which no mutation of the benchmark concerns.
struct BystanderBoard: Board {
    private static let rowCount = 100

    let declaration: BoardDeclaration

    init(number: Int) {
        let name = "bystander\(number)"
        declaration = BoardDeclaration(
            name: name, summary: "Hears every event.", actions: [],
            views: [
                ViewDeclaration(name: "\(name)/host", scope: .shared, readers: [.owner, .host]),
                ViewDeclaration(name: "\(name)/display", scope: .shared, readers: [.display]),
            ])
    }

    var emptyDocuments: [String: Document] {
        let rows = (1...Self.rowCount).map { ("t_\($0)", ["name": .string("\($0)")] as JSON) }
        let document = Document([
            "things": .object(Dictionary(rows) { first, _ in first })
        ])
        return ["\(name)/host": document, "\(name)/display": document]
    }

    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        throw Rejection(.unknownAction, .noAction)
    }

    mutating func apply(_ event: Event) -> [RowChange] { [] }
    func result(of event: Event) -> JSON? { nil }
    func nextDue() -> Instant? { nil }
    func decideDue(at moment: Moment) -> Decision? { nil }
    func personalDocument(view: String, subject: Subject) -> PersonalDocument? { nil }
    func masked(_ value: JSON) -> JSON { value }
}
