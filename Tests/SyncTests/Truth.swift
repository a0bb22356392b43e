import JSON
import Sync

/// What every view has to show, worked out from the durable events alone: whole documents rendered
/// from the boards' state after each event, and the last revision that made a difference.
struct Truth {
    struct Version: Equatable {
        var rev: Int
        var document: JSON
    }

    struct Key: Hashable {
        var view: String
        var isMasked: Bool
    }

    private(set) var lab = LabBoard()
    private var bell = BellBoard()
    private(set) var rev = 0
    /// By revision of the venue, from 0 on.
    private(set) var history: [[Key: Version]] = []
    private(set) var own: [String: Version] = [:]
    /// Every name that an item has had.
    private(set) var names: [String: Set<String>] = [:]

    static let keys = [
        Key(view: "lab/open", isMasked: false), Key(view: "lab/staff", isMasked: false),
        Key(view: "lab/staff", isMasked: true), Key(view: "bell/open", isMasked: false),
    ]

    init() {
        history = [
            Dictionary(
                uniqueKeysWithValues: Self.keys.map { key in
                    (key, Version(rev: 0, document: rendering(of: key)))
                })
        ]
    }

    private func rendering(of key: Key) -> JSON {
        key.view == "bell/open"
            ? bell.rendering : lab.rendering(of: key.view, isMasked: key.isMasked)
    }

    mutating func apply(_ event: Event) {
        rev = event.rev
        if event.board == "bell" { _ = bell.apply(event) } else { _ = lab.apply(event) }
        var versions = history[rev - 1]
        for key in Self.keys {
            // The masked form has the revisions of the view as it is.
            let whole = Key(view: key.view, isMasked: false)
            if history[rev - 1][whole]?.document != rendering(of: whole) {
                versions[key] = Version(rev: rev, document: rendering(of: key))
            }
        }
        history.append(versions)
        for id in lab.items.keys {
            let document = JSON.object(lab.own(id) ?? [:])
            if own[id]?.document != document { own[id] = Version(rev: rev, document: document) }
            names[id, default: []].insert(lab.items[id]?.name ?? "")
        }
        own = own.filter { lab.items[$0.key] != nil }
    }

    /// What somebody has to see in a view now; `nil` when there is nothing for them.
    func version(of view: String, for principal: Principal) -> Version? {
        if view == "lab/own" { return principal.party.flatMap { own[$0] } }
        let isMasked = view == "lab/staff" && principal.role == .engineer
        return history[rev][Key(view: view, isMasked: isMasked)]
    }
}
