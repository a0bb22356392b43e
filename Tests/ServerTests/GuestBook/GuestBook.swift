import BoardKit
import JSON
import Sync

/// A board with entries that guests write when they leave.
struct GuestBook: RowBoard {
    var table = RowTable(view: "guestbook/display", member: "entries")
    var boardSettings: BoardSettings? = BoardSettings(of: declared)

    static let module = BoardModule(
        declared,
        pages: [
            PageDeclaration(
                "guestbook", "What guests have written", roles: [.host, .owner],
                views: ["guestbook/display", "guestbook/settings"])
        ],
        routes: [
            BoardRoute(
                .get, "entries.txt", "Every entry, one on a line.", roles: [.host, .owner],
                gives: "text/plain; charset=utf-8"
            ) { _, venue in
                let entries = venue.board(GuestBook.self)?.table.rows ?? [:]
                let lines = entries.sorted { $0.key < $1.key }.map { _, entry in
                    "\(entry["name"]?.text ?? ""): \(entry["text"]?.text ?? "")\n"
                }
                return .answer(RouteAnswer(lines.joined()))
            }
        ]
    ) { _, _ in GuestBook() }

    static let declared = BoardDeclaration(
        name: "guestbook", summary: "What guests write when they leave.",
        actions: [
            ActionDeclaration(
                "guestbook.sign", "Writes an entry into the book.",
                arguments: [
                    ArgumentDeclaration(
                        "name", Signature.self, .required, "Who writes", isPersonal: true),
                    ArgumentDeclaration("text", Remark.self, .required, "What they say"),
                ],
                guests: .all),
            ActionDeclaration(
                "guestbook.remove", "Takes an entry out of the book.",
                arguments: [
                    ArgumentDeclaration("entry", ItemID.self, .required, "The entry's id")
                ]),
        ],
        views: [
            ViewDeclaration(
                name: "guestbook/display", scope: .shared,
                readers: [.owner, .host, .engineer, .display], maskedFor: [.engineer],
                document: .record(
                    .always("entries", .rows(.always("name", .text), .always("text", .text)))))
        ],
        settings: [
            SettingDeclaration(
                "entriesMax", EntryCount.self, "How many entries the book has room for",
                defaultValue: 500)
        ],
        problems: [isFull, noEntry, EntryCount.isOutside])

    private static let isFull = ProblemDeclaration("guestbook.is_full", "The book is full")
    private static let noEntry = ProblemDeclaration(
        "guestbook.no_entry", "There is no such entry")

    var declaration: BoardDeclaration { Self.declared }

    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        var arguments = Arguments(mutation.arguments)
        if mutation.action == "guestbook.sign" {
            let name: Signature? = arguments.required("name")
            let text: Remark? = arguments.required("text")
            guard arguments.areGood, let name, let text else { throw arguments.rejection }
            guard table.count < boardSettings?["entriesMax"]?.integer ?? 0 else {
                throw Rejection(.conflict, Self.isFull)
            }
            return Decision(
                kind: "signed", subject: "g_\(moment.rev)",
                data: ["name": .string(name.text), "text": .string(text.text)])
        }
        let entry: ItemID? = arguments.required("entry")
        guard arguments.areGood, let entry else { throw arguments.rejection }
        guard table[entry.text] != nil else {
            throw Rejection(.notFound, Self.noEntry)
        }
        return Decision(kind: "removed", subject: entry.text, data: [:])
    }

    mutating func apply(_ event: Event) -> [RowChange] {
        switch event.kind {
        case "signed": table.set(event.subject, to: event.data, by: event)
        case "removed": table.set(event.subject, to: nil, by: event)
        default: []
        }
    }

    func fault(in members: JSON) -> String? {
        let isGood = members.has("name", Signature.self) && members.has("text", Remark.self)
        return isGood ? nil : "its name or its text is none that the book takes"
    }
}

struct Signature: BoundedText {
    static let charactersMax = 60
    static let isOneLine = true
    let text: String
}

struct Remark: BoundedText {
    static let charactersMax = 280
    let text: String
}

/// From 1 to 5,000.
struct EntryCount: StoredValue {
    static let schema = Schema(.integer(min: 1, max: 5_000))
    static let isOutside = ProblemDeclaration(
        "guestbook.is_outside", "{label} must be from 1 to 5,000")
    let count: Int
    var stored: JSON { JSON(count) }

    init(_ argument: JSON) throws(Reason) {
        guard let count = argument.integer, (1...5_000).contains(count) else {
            throw Reason(Self.isOutside)
        }
        self.count = count
    }
}
