public import BoardKit
public import CalendarMerging
import Destinations
import JSON
public import Sync

/// A sign-in at a calendar server. The store holds its secrets.
struct PlannerAccount: Sendable, Equatable {
    enum State: String, Sendable, SavedCase {
        case checking
        /// Waits for a person to sign in at Google.
        case signIn = "sign_in"
        case ready
        case failed
    }

    /// The hub's next step for the account.
    enum Step: String, Sendable, SavedCase {
        case find
        case signIn = "sign_in"
        case authorise
        /// Revokes the sign-in of a disconnected account. People no longer see the account.
        case revoke
    }

    private(set) var kind: AccountKind
    /// The URL of a CalDAV server.
    private(set) var url: String?
    /// The user name. For Google, the id of the client.
    private(set) var user: String
    var name: String
    var allowsPrivate = false
    var state = State.checking
    /// The code of the problem with the account.
    var problem: String? { didSet { elsewhere = nil } }
    /// With the problem `elsewhere`, the address to which the server redirects.
    var elsewhere: String?
    /// The address at which a person signs in.
    var authorize: String?
    /// The `state` parameter that the return address must repeat; `nil` once it was used.
    var signInState: String?
    var step: Step?
    /// Whether the store has a token for the account.
    var isSignedIn = false
    var remotes: [RemoteID: RemoteCalendar] = [:]

    /// The revision at which the present step began.
    var since = 0
    /// The revision of its last event.
    var lastRev = 0

    /// Whether people have disconnected the account.
    var isGone: Bool { step == .revoke }

    /// Returns the place of a calendar, regardless of the account that leads to it.
    ///
    /// - Parameter calendar: the calendar's id at the server.
    func place(of calendar: String) -> RemotePlace {
        guard let url else {
            return RemotePlace(kind: kind, host: "", port: 0, calendar: calendar)
        }
        // A calendar at another address than the account's has an id with that address.
        let own = try? Destination(calendar)
        let host = own ?? (try? Destination(url))
        return RemotePlace(
            kind: kind, host: host?.host.lowercased() ?? url, port: host?.port ?? 0,
            calendar: own?.path ?? calendar)
    }

    /// Whether the accounts are equal, apart from revisions.
    func says(sameAs other: PlannerAccount) -> Bool { json == other.json }

    /// Replaces the account's calendars with those found at the server. Known calendars keep their
    /// ids.
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

struct RemotePlace: Equatable {
    var kind: AccountKind
    var host: String
    var port: Int
    /// The calendar's id at the server.
    var calendar: String
}

extension PlannerAccount {
    init(kind: AccountKind, url: String? = nil, user: String, name: String) {
        self.kind = kind
        self.url = url
        self.user = user
        self.name = name
    }

    /// Reads the output of `json`. Returns `nil` for anything else.
    init?(_ data: JSON) {
        self = .blank
        guard change(by: data), kind != .caldav || url != nil else { return nil }
    }

    /// Returns the row of the owner's page.
    ///
    /// - Parameter linked: returns the calendar that is linked to a remote one.
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
        // Setting the problem resets the address.
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
