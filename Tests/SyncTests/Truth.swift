import JSON
import Sync

/// The required content of every view, computed from the durable events alone: whole documents
/// rendered from the boards' state after each event, with the last revision that changed them.
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
    private var dots = DotsBoard()
    private(set) var rev = 0
    /// The versions by revision of the venue, from 0 on.
    private(set) var history: [[Key: Version]] = []
    private(set) var own: [String: Version] = [:]
    /// Every name that an item has had.
    private(set) var names: [String: Set<String>] = [:]

    static let keys = [
        Key(view: "lab/open", isMasked: false), Key(view: "lab/staff", isMasked: false),
        Key(view: "lab/staff", isMasked: true), Key(view: "bell/open", isMasked: false),
        Key(view: DotsBoard.shared, isMasked: false), Key(view: DotsBoard.shared, isMasked: true),
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
        switch key.view {
        case "bell/open": bell.rendering
        case DotsBoard.shared: dots.rendering(isMasked: key.isMasked)
        default: lab.rendering(of: key.view, isMasked: key.isMasked)
        }
    }

    mutating func apply(_ event: Event) {
        rev = event.rev
        switch event.board {
        case "bell": _ = bell.apply(event)
        case "dots": _ = dots.apply(event)
        default: _ = lab.apply(event)
        }
        var versions = history[rev - 1]
        for key in Self.keys {
            // The masked form has the revisions of the unmasked view.
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

    /// Returns the current content of a view with parameters.
    func named(_ prefix: String, isMasked: Bool) -> JSON {
        let rows = lab.named(["prefix": .string(prefix)])
        return ["items": .object(isMasked ? rows.mapValues { lab.masked($0) } : rows)]
    }

    /// Returns what a principal must see in a view now, or `nil` if the view shows nothing.
    func version(of view: String, for principal: Principal) -> Version? {
        if view == "lab/own" { return principal.subject.flatMap { own[$0.id] } }
        return version(of: view, for: principal, at: rev)
    }

    /// Returns what a principal had to see in a shared view at a revision of the venue.
    func version(of view: String, for principal: Principal, at rev: Int) -> Version? {
        let isMasked =
            ["lab/staff", DotsBoard.shared].contains(view) && principal.role == .engineer
        return history[rev][Key(view: view, isMasked: isMasked)]
    }
}
