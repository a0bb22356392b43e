import BoardKit
import JSON
import Mail
import Sync

@testable import HouseBoard

/// A board that sends a letter to several people and counts its deliveries.
struct LetterBoard: Board {
    /// The delivered and failed counts, by letter.
    private var counts: [String: (sent: Int, failed: Int)] = [:]
    private var lastRev = 0

    static let module = BoardModule(declared) { _, _ in LetterBoard() }

    private static let declared = BoardDeclaration(
        name: "letters", summary: "Letters to guests.",
        actions: [
            ActionDeclaration(
                "letters.send", "Sends a letter to each address.",
                arguments: [
                    ArgumentDeclaration(
                        "to", "Whom", schema: Schema(.any), isRequired: true, isSealed: true),
                    ArgumentDeclaration("subject", ItemID.self, .required, "What it is about"),
                    ArgumentDeclaration("text", ItemID.self, .required, "What it says"),
                    ArgumentDeclaration("html", ItemID.self, .optional, "The same as HTML"),
                ]),
            ActionDeclaration(
                "letters.note", "Says what became of one.",
                arguments: [ArgumentDeclaration("letter", ItemID.self, .required, "Which")],
                roles: [.hub], isHubOnly: true),
        ],
        views: [ViewDeclaration(name: "letters/host", scope: .shared, readers: [.owner, .host])])

    var declaration: BoardDeclaration { Self.declared }
    var emptyDocuments: [String: Document] { ["letters/host": Document(["letters": [:]])] }

    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        if mutation.action == "letters.note" {
            let isSent = mutation.effect?.state == .done
            return Decision(
                kind: isSent ? "sent" : "failed",
                subject: mutation.arguments["letter"]?.text ?? "", data: [:])
        }
        let mail = try House.mailSender(in: boards)
        let id = "l_\(moment.rev)"
        let to = mutation.arguments["to"]?.texts?.compactMap { MailAddress($0) } ?? []
        let letter = Letter(
            subject: mutation.arguments["subject"]?.text ?? "",
            text: mutation.arguments["text"]?.text ?? "",
            html: mutation.arguments["html"]?.text)
        var decision = Decision(kind: "mailed", subject: id, data: ["count": JSON(to.count)])
        decision.effects = to.enumerated().map { number, address in
            mail.effect(
                of: letter, to: address, lane: "\(id).\(number)", lifetime: .seconds(3_600),
                outcome: Effect.Outcome(
                    action: "letters.note", arguments: ["letter": .string(id)]))
        }
        return decision
    }

    mutating func apply(_ event: Event) -> [RowChange] {
        guard event.rev > lastRev else { return [] }
        lastRev = event.rev
        var count = counts[event.subject] ?? (0, 0)
        if event.kind == "sent" { count.sent += 1 }
        if event.kind == "failed" { count.failed += 1 }
        counts[event.subject] = count
        return [
            RowChange(
                view: "letters/host", member: "letters", row: event.subject,
                value: ["sent": JSON(count.sent), "failed": JSON(count.failed)])
        ]
    }
}

extension LetterBoard: ImportableBoard {
    var appliedRev: Int { lastRev }
    func fault(in members: JSON) -> String? { nil }
}

extension LetterBoard: RestorableBoard {
    func save(to writer: inout StateWriter) { writer.write(lastRev) }
    mutating func restore(from reader: inout StateReader) throws(StateError) {
        lastRev = try reader.read()
    }
}
