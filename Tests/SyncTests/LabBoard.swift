import JSON
import Sync

/// A small board with one of everything that a venue can meet: a shared view for all, one with a
/// field that some get masked, a personal view, rules of time, members that are exchanged whole, and
/// events that touch no view.
struct LabBoard: Board {
    struct Item: Sendable, Equatable {
        var name: String
        /// Nobody but hosts and owners may see it.
        var secret: String
        var place: Int
        var dueAt: Instant?
        var changedRev: Int
        /// The last revision that changed the item's personal document.
        var ownRev: Int
    }

    var items: [String: Item] = [:]
    /// The member `title` of the view `lab/open`, exchanged whole.
    var title: JSON?
    /// The member `extra` of the view `lab/open`: any value, or rows.
    var extra: JSON?

    let name = "lab"

    let actions: Set<String> = [
        "lab.put", "lab.rename", "lab.hush", "lab.drop", "lab.title", "lab.extra", "lab.pin",
        "lab.nothing",
    ]

    let views = [
        ViewRule(name: "lab/open", scope: .shared, readers: [.owner, .host, .engineer, .display]),
        ViewRule(
            name: "lab/staff", scope: .shared, readers: [.owner, .host, .engineer],
            maskedFor: [.engineer]),
        ViewRule(name: "lab/own", scope: .personal, readers: [.guest]),
    ]

    /// The open view has members from the beginning, one of them with rows.
    var emptyDocuments: [String: Document] {
        ["lab/open": Document(Self.first), "lab/staff": Document(["items": [:]])]
    }

    static let first: [String: JSON] = [
        "venue": ["name": "The Lab", "timeZone": "Europe/Rome"], "items": [:],
    ]

    func permits(_ mutation: Mutation, by principal: Principal) -> Bool {
        switch principal.role {
        case .owner, .host: true
        case .guest:
            mutation.action == "lab.drop" && mutation.arguments["item"]?.text == principal.party
        case .display, .engineer: false
        }
    }

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

    func personalDocument(view: String, party: String) -> PersonalDocument? {
        guard view == "lab/own", let item = items[party], let document = own(party) else {
            return nil
        }
        return PersonalDocument(document: Document(document), rev: item.ownRev)
    }

    /// What the guest with this item sees.
    func own(_ id: String) -> [String: JSON]? {
        guard let item = items[id] else { return nil }
        let ahead = items.values.count { $0.place < item.place }
        return ["item": ["name": .string(item.name)], "ahead": JSON(ahead)]
    }

    /// The members of the shared views, from the state alone: what the rows that `apply` reports
    /// have to add up to.
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
