import JSON
import Sync

/// A small board with everything that a board can answer: a change, a refusal of each kind, a
/// shared view, a masked view, and a view with a parameter. It uses the names of real clients, from
/// which the fuzzer's seeds were made.
struct FuzzBoard: Board {
    private static let hostView = "waitlist/host"
    private static let displayView = "waitlist/display"
    private static let partyView = "waitlist/party"
    private static let name = ArgumentDeclaration(
        "name", "Who comes.",
        schema: Schema(.text(charactersMin: 1, charactersMax: 80, bytesMax: 320, isOneLine: true)),
        isRequired: true, isPersonal: true)
    private static let party = ArgumentDeclaration(
        "party", "Which.", schema: Schema(.text(charactersMin: 1, bytesMax: 64)), isRequired: true)

    private static let declared = BoardDeclaration(
        name: "waitlist", summary: "Who waits.",
        actions: [
            ActionDeclaration(
                "waitlist.add", "Adds a party.",
                arguments: [
                    name,
                    ArgumentDeclaration(
                        "size", "How many.", schema: Schema(.integer(min: 1, max: 99)),
                        isRequired: true),
                ]),
            ActionDeclaration("waitlist.cancel", "Removes a party.", arguments: [party]),
        ],
        views: [
            ViewDeclaration(
                name: hostView, scope: .shared, readers: [.owner, .host, .engineer],
                maskedFor: [.engineer]),
            ViewDeclaration(
                name: displayView, scope: .shared, readers: [.owner, .host, .display],
                diffsPerSecondMax: 4),
            ViewDeclaration(
                name: partyView, scope: .shared, readers: [.owner, .host], parameters: [party]),
        ],
        problems: [noParty, isFull])
    private static let noParty = ProblemDeclaration("waitlist.no_party", "There is no such party")
    private static let isFull = ProblemDeclaration("waitlist.is_full", "No more parties fit")
    private static let countMax = 3

    private var rows: [String: JSON] = [:]

    let declaration = declared

    var emptyDocuments: [String: Document] {
        [
            Self.hostView: Document(["parties": [:]]),
            Self.displayView: Document(["count": 0]),
        ]
    }

    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        guard mutation.action == "waitlist.add" else {
            let id = mutation.arguments["party"]?.text ?? ""
            guard rows[id] != nil else { throw Rejection(.notFound, Self.noParty) }
            return Decision(kind: "cancelled", subject: id, data: [:])
        }
        guard rows.count < Self.countMax else { throw Rejection(.conflict, Self.isFull) }
        return Decision(
            kind: "added", subject: "p_\(moment.rev)",
            data: [
                "name": mutation.arguments["name"] ?? .null,
                "size": mutation.arguments["size"] ?? .null,
            ])
    }

    mutating func apply(_ event: Event) -> [RowChange] {
        rows[event.subject] = event.kind == "added" ? event.data : nil
        return [
            RowChange(
                view: Self.hostView, member: "parties", row: event.subject,
                value: rows[event.subject]),
            RowChange(view: Self.displayView, member: "count", row: nil, value: JSON(rows.count)),
        ]
    }

    func document(of view: ViewRequest) throws(Rejection) -> Document {
        guard let row = rows[view.arguments["party"]?.text ?? ""] else {
            throw Rejection(.notFound, Self.noParty)
        }
        return Document(["party": row])
    }

    func result(of event: Event) -> JSON? {
        event.kind == "added" ? ["party": .string(event.subject)] : nil
    }
}
