import JSON
import Sync

/// A board in memory: sparks that are lit on the lab's items and go out after a time.
struct SparksBoard: Board {
    struct Spark: Sendable, Equatable {
        var item: String
        var outAt: Instant?
    }

    static let shared = "sparks/open"
    /// Makes a diff shorter than the document.
    static let about = JSON.string(String(repeating: "Sparks go out. ", count: 20))

    var sparks: [String: Spark] = [:]
    /// The maximum number of lit sparks: a setting.
    var max = 3
    /// The number of dropped items that the board has heard of.
    var droppedCount = 0

    var declaration: BoardDeclaration { Self.declared }

    private static let declared = BoardDeclaration(
        name: "sparks", summary: "Sparks that go out.",
        actions: [
            ActionDeclaration("sparks.light", "Lights one on an item.", isOpenByJoinLink: true),
            ActionDeclaration("sparks.configure", "Says how many there may be.", roles: [.owner]),
        ],
        views: [
            ViewDeclaration(
                name: shared, scope: .shared, readers: [.owner, .host, .engineer, .display],
                maskedFor: [.engineer]),
            ViewDeclaration(name: "sparks/settings", scope: .shared, readers: [.owner, .host]),
            ViewDeclaration(name: "sparks/own", scope: .personal, readers: [.guest]),
            ViewDeclaration(
                name: "sparks/on", scope: .shared, readers: [.owner, .host],
                parameters: [.text("item")]),
        ], storage: .memory, hears: [HeardEvents(of: "lab")], problems: [tooMany])

    private static let tooMany = ProblemDeclaration("sparks.too_many", "There are too many")

    var emptyDocuments: [String: Document] {
        [
            Self.shared: Document([
                "about": Self.about, "sparks": [:], "dropped": JSON(droppedCount),
            ]),
            "sparks/settings": Document(["settings": ["max": 3]]),
        ]
    }

    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        if mutation.action == "sparks.configure" {
            return Decision(
                kind: "configured", subject: "settings",
                data: ["max": mutation.arguments["max"] ?? 3])
        }
        let item = mutation.arguments["item"]?.text ?? ""
        guard boards[LabBoard.self]?.items[item] != nil else { throw Rejection(.notFound) }
        guard sparks.count < max else { throw Rejection(.conflict, Self.tooMany) }
        var data: [String: JSON] = ["item": .string(item)]
        if let wait = mutation.arguments["forMs"]?.integer {
            data["outAt"] = .string(moment.now.adding(milliseconds: Int64(wait)).description)
        }
        return Decision(kind: "lit", subject: "s_\(moment.rev)", data: .object(data))
    }

    mutating func apply(_ event: Event) -> [RowChange] {
        switch event.kind {
        case "configured":
            max = event.data["max"]?.integer ?? 3
            return [
                RowChange(
                    view: "sparks/settings", member: "settings", row: "max", value: JSON(max))
            ]
        case "lit":
            sparks[event.subject] = Spark(
                item: event.data["item"]?.text ?? "",
                outAt: event.data["outAt"]?.text.flatMap(Instant.init))
        default: sparks[event.subject] = nil
        }
        return [
            RowChange(
                view: Self.shared, member: "sparks", row: event.subject,
                value: sparks[event.subject].map { ["item": .string($0.item)] })
        ]
    }

    mutating func hear(_ event: Event) -> [RowChange] {
        guard event.board == "lab", event.kind == "dropped" else { return [] }
        droppedCount += 1
        return [
            RowChange(view: Self.shared, member: "dropped", row: nil, value: JSON(droppedCount))
        ]
    }

    /// The sparks on a dropped item go out with it.
    mutating func hear(_ event: Event, among boards: BoardStates) -> [RowChange] {
        let gone = sparks.filter { boards[LabBoard.self]?.items[$0.value.item] == nil }.keys
        for spark in gone { sparks[spark] = nil }
        return hear(event)
            + gone.map { RowChange(view: Self.shared, member: "sparks", row: $0, value: nil) }
    }

    func result(of event: Event) -> JSON? {
        event.kind == "lit" ? ["spark": .string(event.subject)] : nil
    }

    func nextDue() -> Instant? { sparks.values.compactMap(\.outAt).min() }

    func decideDue(at moment: Moment) -> Decision? {
        let due = sparks.filter { spark in spark.value.outAt.map { $0 <= moment.now } ?? false }
        return due.keys.min().map { Decision(kind: "out", subject: $0, data: [:]) }
    }

    private func count(on item: String) -> JSON { JSON(sparks.values.count { $0.item == item }) }

    func personalDocument(view: String, subject: Subject) -> PersonalDocument? {
        guard view == "sparks/own" else { return nil }
        let count = count(on: subject.id)
        return PersonalDocument(rev: 0) { ["count": count] }
    }

    func document(of view: ViewRequest) throws(Rejection) -> Document {
        Document(["count": count(on: view.arguments["item"]?.text ?? "")])
    }

    func masked(_ value: JSON) -> JSON { value["item"] == nil ? value : ["item": "•••"] }
}

extension SparksBoard: RestorableBoard {
    func save(to writer: inout StateWriter) {
        writer.write(max)
        writer.write(droppedCount)
    }

    mutating func restore(from reader: inout StateReader) throws(StateError) {
        max = try reader.read()
        droppedCount = try reader.read()
    }
}
