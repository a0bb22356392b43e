public import BoardKit
public import CalendarMerging
import Destinations
import JSON
public import Sync

/// A sign-in at a calendar server, as its events have made it. Its secrets are with the store.
struct PlannerAccount: Sendable, Equatable {
    enum State: String, Sendable, SavedCase {
        case checking
        /// Somebody has to sign in at Google.
        case signIn = "sign_in"
        case ready
        case failed
    }

    /// What the hub does with it next.
    enum Step: String, Sendable, SavedCase {
        case find
        case signIn = "sign_in"
        case authorise
        /// It was disconnected, and its sign-in is taken back. To people it is gone.
        case revoke
    }

    private(set) var kind: AccountKind
    /// Of a CalDAV server.
    private(set) var url: String?
    /// At Google the id of the client.
    private(set) var user: String
    var name: String
    var allowsPrivate = false
    var state = State.checking
    /// Why it can't be used: a code.
    var problem: String? { didSet { elsewhere = nil } }
    /// With the problem `elsewhere`, the address to which the server sends.
    var elsewhere: String?
    /// Where somebody signs in.
    var authorize: String?
    /// What the address must repeat at which the sign-in ends; `nil` once it was used.
    var signInState: String?
    var step: Step?
    /// Whether the store has a token that was given for it.
    var isSignedIn = false
    var remotes: [RemoteID: RemoteCalendar] = [:]

    /// The revision with which its present step began.
    var since = 0
    /// The revision of its last event.
    var lastRev = 0

    /// Whether people have disconnected it.
    var isGone: Bool { step == .revoke }

    /// Where a calendar is, whatever account leads to it.
    ///
    /// - Parameter calendar: its id at the server.
    func place(of calendar: String) -> RemotePlace {
        guard let url else {
            return RemotePlace(kind: kind, host: "", port: 0, calendar: calendar)
        }
        // A calendar elsewhere than at the account's address is named by its own.
        let own = try? Destination(calendar)
        let host = own ?? (try? Destination(url))
        return RemotePlace(
            kind: kind, host: host?.host.lowercased() ?? url, port: host?.port ?? 0,
            calendar: own?.path ?? calendar)
    }

    /// Whether they differ in more than when something happened.
    func says(sameAs other: PlannerAccount) -> Bool { json == other.json }

    /// Takes the calendars over that its server has. Those that are known keep their ids.
    mutating func take(_ found: [RemoteCalendar], at moment: Moment) {
        let known = Dictionary(
            remotes.map { ($0.value.id, $0.key) }, uniquingKeysWith: { first, _ in first })
        var taken: [RemoteID: RemoteCalendar] = [:]
        for (place, remote) in found.prefix(Self.remoteCountMax).enumerated() {
            let id = known[remote.id] ?? RemoteID(rev: moment.rev, place: place)
            var remote = remote
            remote.name = Planner.title(remote.name) ?? Planner.importedName
            taken[id] = remote
        }
        remotes = taken
    }

    private static let remoteCountMax = 500
}

/// Where a calendar is.
struct RemotePlace: Equatable {
    var kind: AccountKind
    var host: String
    var port: Int
    /// Its id there.
    var calendar: String
}

extension PlannerAccount {
    init(kind: AccountKind, url: String? = nil, user: String, name: String) {
        self.kind = kind
        self.url = url
        self.user = user
        self.name = name
    }

    /// Reads what `json` writes. Returns `nil` for anything else.
    init?(_ data: JSON) {
        self = .blank
        guard change(by: data), kind != .caldav || url != nil else { return nil }
    }

    /// What the owner's page shows.
    ///
    /// - Parameter linked: the calendar that is linked to one of the account's.
    func row(linked: (RemoteCalendar) -> CalendarID?) -> JSON {
        var rows: [String: JSON] = [:]
        for (id, remote) in remotes {
            var members = remote.members(for: .staff)
            members["linked"] = linked(remote).map { .string($0.text) }
            rows[id.text] = .object(members)
        }
        return .object(members(for: .staff).merging(["remotes": .object(rows)]) { $1 })
    }
}

extension PlannerAccount: SavedFields {
    static let blank = PlannerAccount(kind: .caldav, user: "", name: "")

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("kind", &kind, old.kind)
        try fields("url", &url, old.url)
        try fields("user", &user, old.user)
        try fields("name", &name, old.name)
        try fields("state", &state, old.state)
        try fields("allowPrivate", &allowsPrivate, old.allowsPrivate)
        // Setting the problem forgets the address.
        var address = elsewhere
        try fields("problem", &problem, old.problem)
        try fields("elsewhere", &address, old.elsewhere)
        elsewhere = address
        try fields("authorize", &authorize, old.authorize)
        try fields("step", &step, old.step, for: .journal)
        try fields("signIn", &signInState, old.signInState, for: .journal)
        try fields("signedIn", &isSignedIn, old.isSignedIn, for: .journal)
        try fields("remotes", &remotes, old.remotes, for: .journal)
        try fields(&since, old.since)
        try fields(&lastRev, old.lastRev)
    }
}

extension RemoteCalendar: SavedFields, MemberValue {
    public static let blank = RemoteCalendar(id: "", name: "", isReadOnly: false)

    public mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("id", &id, old.id, for: .journal)
        try fields("name", &name, old.name)
        try fields("readOnly", &isReadOnly, old.isReadOnly)
    }
}
