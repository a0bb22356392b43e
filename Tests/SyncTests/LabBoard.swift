import JSON
import Sync

/// A small board with every capability: a shared view, a view with a field that is masked for some,
/// a personal view, timed rules, members that are replaced whole, and events that change no view.
struct LabBoard: Board {
    struct Item: Sendable, Equatable {
        var name: String
        /// Visible to hosts and owners only.
        var secret: String
        var place: Int
        var dueAt: Instant?
        var changedRev: Int
        /// The last revision that changed the item's personal document.
        var ownRev: Int
    }

    var items: [String: Item] = [:]
    /// The member `title` of the view `lab/open`, replaced whole.
    var title: JSON?
    /// The member `extra` of the view `lab/open`: any value, or rows.
    var extra: JSON?

    var declaration: BoardDeclaration { Self.declared }

    private static let declared = BoardDeclaration(
        name: "lab", summary: "One of everything.",
        actions: [
            ActionDeclaration("lab.put", "Puts an item down.", arguments: [.text("name")]),
            ActionDeclaration("lab.rename", "Renames an item."),
            ActionDeclaration("lab.hush", "Gives an item another secret."),
            ActionDeclaration(
                "lab.drop", "Drops an item.", arguments: [.text("item")],
                guests: .ofSubject(argument: "item")),
            ActionDeclaration("lab.title", "Exchanges a member."),
            ActionDeclaration("lab.extra", "Exchanges another member."),
            ActionDeclaration("lab.pin", "Exchanges a row of it."),
            ActionDeclaration("lab.nothing", "Touches no view."),
        ],
        views: [
            ViewDeclaration(
                name: "lab/open", scope: .shared, readers: [.owner, .host, .engineer, .display]),
            ViewDeclaration(
                name: "lab/staff", scope: .shared, readers: [.owner, .host, .engineer],
                maskedFor: [.engineer]),
            ViewDeclaration(name: "lab/own", scope: .personal, readers: [.guest]),
            ViewDeclaration(
                name: "lab/named", scope: .shared, readers: [.owner, .host, .engineer],
                maskedFor: [.engineer],
                parameters: [
                    ArgumentDeclaration(
                        "prefix", "How the names begin.", schema: Schema(.text(charactersMax: 20)),
                        isRequired: true),
                    ArgumentDeclaration(
                        "after", "Beyond which place.", schema: Schema(.integer(min: 0, max: 999)),
                        isRequired: false),
                    ArgumentDeclaration(
                        "order", "Which way.", schema: Schema(.choice(["up", "down"])),
                        isRequired: false),
                ]),
            ViewDeclaration(
                name: "lab/item", scope: .shared, readers: [.owner, .host, .guest],
                parameters: [.text("item")]),
        ],
        problems: [.noItem, .itemChanged, .itemIsStuck])

    /// The open view initially has members, one of them with rows.
    var emptyDocuments: [String: Document] {
        ["lab/open": Document(Self.first), "lab/staff": Document(["items": [:]])]
    }

    static let first: [String: JSON] = [
        "venue": ["name": "The Lab", "timeZone": "Europe/Rome"], "items": [:],
    ]

    func result(of event: Event) -> JSON? {
        event.kind == "put" ? ["item": .string(event.subject)] : nil
    }

    func masked(_ value: JSON) -> JSON {
        guard case .object(var members) = value, members["secret"] != nil else { return value }
        members["secret"] = "•••"
        return .object(members)
    }

    func nextDue() -> Instant? { items.values.compactMap(\.dueAt).min() }

    func decideDue(at moment: Moment) -> Decision? {
        let due = items.filter { item in item.value.dueAt.map { $0 <= moment.now } ?? false }
        guard let id = due.keys.min() else { return nil }
        return Decision(kind: "dropped", subject: id, data: [:])
    }

    func personalDocument(view: String, subject: Subject) -> PersonalDocument? {
        guard view == "lab/own", subject.board == name, let item = items[subject.id],
            let document = own(subject.id)
        else { return nil }
        return PersonalDocument(rev: item.ownRev) { [document] in document }
    }

    /// A guest may read only its own item.
    func permits(_ view: ViewRequest, by principal: Principal) -> Bool {
        principal.role != .guest || view.view != "lab/item"
            || view.arguments["item"]?.text == principal.subject?.id
    }

    func document(of view: ViewRequest) throws(Rejection) -> Document {
        if view.view == "lab/named" { return Document(["items": .object(named(view.arguments))]) }
        guard let item = items[view.arguments["item"]?.text ?? ""] else {
            throw Rejection(.notFound, .noItem)
        }
        return Document(["item": openRow(item)])
    }

    /// For one item, returns no changes of other items' events, the change of a new name, and
    /// otherwise `nil`.
    func changes(in view: ViewRequest, by event: Event) -> [RowChange]? {
        guard view.view == "lab/item" else { return nil }
        guard event.subject == view.arguments["item"]?.text else { return [] }
        guard event.kind == "renamed", let name = items[event.subject]?.name else { return nil }
        return [RowChange(view: view.view, member: "item", row: "name", value: .string(name))]
    }

    /// Returns the rows of the items whose names begin with the prefix.
    func named(_ arguments: [String: JSON]) -> [String: JSON] {
        items.filter { item in
            item.value.name.hasPrefix(arguments["prefix"]?.text ?? "")
                && item.value.place > arguments["after"]?.integer ?? 0
        }
        .mapValues { staffRow($0) }
    }

    func subjects(touchedBy event: Event, among watched: WatchedSubjects) -> [Subject] {
        watched.all.filter { items[$0.id].map { $0.ownRev == event.rev } ?? true }
    }

    /// Returns what the guest with this item sees.
    func own(_ id: String) -> [String: JSON]? {
        guard let item = items[id] else { return nil }
        let ahead = items.values.count { $0.place < item.place }
        return ["item": ["name": .string(item.name)], "ahead": JSON(ahead)]
    }

    /// Returns the members of the shared views, from the state alone. The rows that `apply` reports
    /// must add up to them.
    func rendering(of view: String, isMasked: Bool) -> JSON {
        if view == "lab/open" {
            var members = Self.first
            members["items"] = .object(items.mapValues { openRow($0) })
            members["title"] = title
            members["extra"] = extra
            return .object(members)
        }
        let rows = items.mapValues { item -> JSON in
            isMasked ? masked(staffRow(item)) : staffRow(item)
        }
        return ["items": .object(rows)]
    }

    func openRow(_ item: Item) -> JSON { ["name": .string(item.name)] }

    func staffRow(_ item: Item) -> JSON {
        JSON(present: [
            "name": .string(item.name), "secret": .string(item.secret), "place": JSON(item.place),
            "dueAt": item.dueAt.map { .string($0.description) },
        ])
    }
}

extension ArgumentDeclaration {
    static func text(_ name: String) -> ArgumentDeclaration {
        ArgumentDeclaration(name, "A text", schema: Schema(.text()), isRequired: true)
    }
}
