import BoardKit
import CalendarMerging
import Destinations
import JSON
import Sync

/// A sign-in at a calendar server, as its events have made it. Its secrets are with the store.
struct PlannerAccount: Sendable, Equatable {
    enum Server: Sendable, Equatable {
        case caldav(url: String, user: String)
        case google(clientID: String)
    }

    enum State: String, Sendable {
        case checking
        /// Somebody has to sign in at Google.
        case signIn = "sign_in"
        case ready
        case failed
    }

    /// What the hub does with it next.
    enum Step: String, Sendable {
        case find
        case signIn = "sign_in"
        case authorise
        /// It was disconnected, and its sign-in is taken back. To people it is gone.
        case revoke
    }

    var server: Server
    var name: String
    var allowsPrivate: Bool
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

    var kind: String {
        switch server {
        case .caldav: "caldav"
        case .google: "google"
        }
    }

    /// Where a calendar is, whatever account leads to it.
    ///
    /// - Parameter calendar: its id at the server.
    func place(of calendar: String) -> RemotePlace {
        guard case .caldav(let url, _) = server else {
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
    var kind: String
    var host: String
    var port: Int
    /// Its id there.
    var calendar: String
}

extension PlannerAccount {
    /// The whole state, as events of the journal contain it.
    var json: JSON {
        var members = shownMembers
        members["step"] = step.map { .string($0.rawValue) }
        members["signIn"] = signInState.map(JSON.string)
        if isSignedIn { members["signedIn"] = true }
        members["remotes"] = remoteRows { remote in ["id": .string(remote.id)] }
        return .object(members)
    }

    /// What the owner's page shows.
    ///
    /// - Parameter linked: the calendar that is linked to one of the account's.
    func row(linked: (RemoteCalendar) -> CalendarID?) -> JSON {
        var members = shownMembers
        members["remotes"] = remoteRows { remote in
            linked(remote).map { ["linked": .string($0.text)] } ?? [:]
        }
        return .object(members)
    }

    private var shownMembers: [String: JSON] {
        var members: [String: JSON] = [
            "kind": .string(kind), "name": .string(name), "state": .string(state.rawValue),
        ]
        switch server {
        case .caldav(let url, let user):
            members["url"] = .string(url)
            members["user"] = .string(user)
        case .google(let clientID): members["user"] = .string(clientID)
        }
        if allowsPrivate { members["allowPrivate"] = true }
        members["problem"] = problem.map(JSON.string)
        members["elsewhere"] = elsewhere.map(JSON.string)
        members["authorize"] = authorize.map(JSON.string)
        return members
    }

    private func remoteRows(_ more: (RemoteCalendar) -> [String: JSON]) -> JSON {
        var rows: [String: JSON] = [:]
        for (id, remote) in remotes {
            var members = more(remote)
            members["name"] = .string(remote.name)
            if remote.isReadOnly { members["readOnly"] = true }
            rows[id.text] = .object(members)
        }
        return .object(rows)
    }

    /// Reads what `json` writes. Returns `nil` for anything else.
    init?(_ data: JSON) {
        guard let name = data["name"]?.text, let user = data["user"]?.text,
            let state = data["state"]?.text.flatMap(State.init(rawValue:)),
            let rows = data["remotes"]?.members
        else { return nil }
        switch data["kind"]?.text {
        case "caldav":
            guard let url = data["url"]?.text else { return nil }
            server = .caldav(url: url, user: user)
        case "google": server = .google(clientID: user)
        default: return nil
        }
        self.name = name
        self.state = state
        allowsPrivate = data["allowPrivate"]?.flag ?? false
        problem = data["problem"]?.text
        elsewhere = data["elsewhere"]?.text
        authorize = data["authorize"]?.text
        signInState = data["signIn"]?.text
        step = data["step"]?.text.flatMap(Step.init(rawValue:))
        isSignedIn = data["signedIn"]?.flag ?? false
        for (text, row) in rows {
            guard let id = RemoteID(text), let remote = row["id"]?.text,
                let name = row["name"]?.text
            else { return nil }
            remotes[id] = RemoteCalendar(
                id: remote, name: name, isReadOnly: row["readOnly"]?.flag ?? false)
        }
    }
}

extension PlannerAccount: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(json)
        writer.write(since)
        writer.write(lastRev)
    }

    init(from reader: inout StateReader) throws(StateError) {
        guard let account = PlannerAccount(try reader.read(JSON.self)) else {
            throw StateError("an account is malformed")
        }
        self = account
        since = try reader.read()
        lastRev = try reader.read()
    }

    func isSame(as other: PlannerAccount) -> Bool { self == other }
}
