import BoardKit
import JSON
import Simulation
import Sync
import WaitlistBoard

extension PlantedBug {
    static let boards = [
        PlantedBug("a full name in the display's view") { seams in
            seams.boards = wrapped { board in
                board.changing = { change, event in
                    guard change.view == "waitlist/display", var row = change.value?.members,
                        let name = event.data["name"]
                    else { return [change] }
                    row["label"] = name
                    return [change.with(.object(row))]
                }
            }
        },
        PlantedBug("a masked view without its mask") { seams in
            seams.boards = wrapped { $0.masking = { value, _ in value } }
        },
        PlantedBug("notes that are masked, and a number that is not") { seams in
            seams.boards = wrapped { board in
                board.masking = { value, masked in
                    guard var members = masked.members, let phone = value["phone"] else {
                        return masked
                    }
                    members["phone"] = phone
                    return .object(members)
                }
            }
        },
        PlantedBug("a guest sees another guest's party") { seams in
            seams.boards = wrapped { board in
                board.looking = { party in party == "p_1" ? party : "p_1" }
            }
        },
        PlantedBug("a row that changed is not reported") { seams in
            seams.boards = wrapped { board in
                board.changing = { change, event in event.kind == "edited" ? [] : [change] }
            }
        },
        PlantedBug("a round that hosts are not told of", hasService: true) { seams in
            seams.boards = wrapped { board in
                board.changing = { change, event in
                    change.view == "orders/host" && event.kind == "placed" ? [] : [change]
                }
            }
        },
        PlantedBug("a step in the maze that hosts see and screens don't", hasService: true) {
            seams in
            seams.boards = wrapped { board in
                board.changing = { change, event in
                    change.view == "maze/display" && event.kind == "stepped" ? [] : [change]
                }
            }
        },
        PlantedBug("a line that only its guests are not told of", hasService: true) { seams in
            seams.boards = wrapped { board in
                board.touching = { subjects, event in event.kind == "added" ? [] : subjects }
            }
        },
        PlantedBug("an answer that is not the same when it is repeated") { seams in
            seams.boards = wrapped { board in
                board.answering = { result, rev in
                    guard var members = result?.members, members["ticket"] != nil else {
                        return result
                    }
                    members["ticket"] = .string("K^\(rev)^")
                    return .object(members)
                }
            }
        },
    ]

    private static func wrapped(
        _ change: @escaping @Sendable (inout WrongBoard) -> Void
    ) -> @Sendable ([any Board]) -> [any Board] {
        { boards in
            boards.map { board in
                var wrong = WrongBoard(board)
                change(&wrong)
                return wrong
            }
        }
    }
}

extension RowChange {
    fileprivate func with(_ value: JSON) -> RowChange {
        RowChange(view: view, member: member, row: row, value: value)
    }
}

/// A board that behaves like another one, except for planted faults.
struct WrongBoard: Board {
    private var board: any Board
    private var appliedCount = 0
    var changing: @Sendable (RowChange, Event) -> [RowChange] = { change, _ in [change] }
    var masking: @Sendable (_ value: JSON, _ masked: JSON) -> JSON = { _, masked in masked }
    var looking: @Sendable (_ party: String) -> String = { $0 }
    var touching: @Sendable (_ subjects: [Subject], Event) -> [Subject] = { subjects, _ in
        subjects
    }
    var answering: @Sendable (_ result: JSON?, _ appliedCount: Int) -> JSON? = { result, _ in
        result
    }

    init(_ board: any Board) { self.board = board }

    var declaration: BoardDeclaration { board.declaration }
    var emptyDocuments: [String: Document] { board.emptyDocuments }

    func isOpen(_ action: ActionDeclaration, to principal: Principal) -> Bool {
        board.isOpen(action, to: principal)
    }

    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        try board.decide(mutation, by: principal, at: moment, among: boards)
    }

    mutating func apply(_ event: Event) -> [RowChange] {
        appliedCount += 1
        return board.apply(event).flatMap { changing($0, event) }
    }

    mutating func hear(_ event: Event) -> [RowChange] { board.hear(event) }

    mutating func hear(_ event: Event, among boards: BoardStates) -> [RowChange] {
        board.hear(event, among: boards)
    }

    func judge(
        _ mutation: Mutation, _ decision: Decision, by principal: Principal, at moment: Moment,
        among boards: BoardStates
    ) throws(Rejection) -> [String: JSON] {
        try board.judge(mutation, decision, by: principal, at: moment, among: boards)
    }

    var boardSettings: BoardSettings? {
        get { board.boardSettings }
        set { board.boardSettings = newValue }
    }

    var recordsClock: Bool { board.recordsClock }
    var connectors: [Connector] { board.connectors }

    func effects(of event: Event) -> [Effect] { board.effects(of: event) }
    func isActive(_ subject: Subject) -> Bool { board.isActive(subject) }

    func document(of view: ViewRequest) throws(Rejection) -> Document {
        try board.document(of: view)
    }

    func subjects(touchedBy event: Event, among watched: WatchedSubjects) -> [Subject] {
        touching(board.subjects(touchedBy: event, among: watched), event)
    }

    func result(of event: Event) -> JSON? { answering(board.result(of: event), appliedCount) }
    func nextDue() -> Instant? { board.nextDue() }
    func decideDue(at moment: Moment) -> Decision? { board.decideDue(at: moment) }

    func personalDocument(view: String, subject: Subject) -> PersonalDocument? {
        guard subject.board == "waitlist" else {
            return board.personalDocument(view: view, subject: subject)
        }
        return board.personalDocument(view: view, subject: .party(looking(subject.id)))
    }

    func masked(_ value: JSON) -> JSON { masking(value, board.masked(value)) }
}
