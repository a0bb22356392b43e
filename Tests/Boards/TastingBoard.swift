public import JSON
public import Sync

/// Sign-ups of guests for a tasting. The board uses every feature of boards, except for state in
/// memory, which `EmberBoard` has.
public struct TastingBoard: Board {
    struct Signup: Sendable, Equatable {
        var name: String
        var phone: String?
        /// The party on the waiting list with which the guest arrived.
        var party: String?
        var state: State
        /// The time at which the place is given to another guest.
        var until: Instant
        /// Whether the guest was reminded; `nil` while that is unknown.
        var isReminded: Bool?
        /// The revision of the last event that changed the sign-up.
        var rev: Int
    }

    enum State: String, CaseIterable {
        case open, here, gone
    }

    /// The programme of the wines, read from another server.
    struct Programme: Sendable, Equatable {
        var address = ""
        /// The revision of the event that set the address.
        var since = 0
        var text = ""
        var staleSince: String?
        /// The number of sign-ups that the other server was told.
        var announced: Int?
    }

    var signups: [String: Signup] = [:]
    var programme = Programme()
    /// The revision of the last event that changed the number of open sign-ups.
    var countedAt = 0
    var lastRev = 0
    public var boardSettings: BoardSettings? = BoardSettings(of: declared)
    /// Returns the secret with which a sign-up's guest signs in.
    private let ticket: @Sendable (Subject) -> String

    public init(ticket: @escaping @Sendable (Subject) -> String = { _ in "" }) {
        self.ticket = ticket
    }

    public var declaration: BoardDeclaration { Self.declared }

    // MARK: Documents

    public static let hostView = "tasting/host"
    public static let displayView = "tasting/display"
    public static let programmeView = "tasting/programme"
    public static let guestView = "tasting/guest"

    public var emptyDocuments: [String: Document] {
        [
            Self.hostView: Document(["signups": [:]]),
            Self.displayView: Document(["count": 0]),
            Self.programmeView: Document(["programme": programme.json]),
            // The document that the kernel makes.
            "tasting/settings": Document([
                "settings": [
                    "places": JSON(Self.usualPlaces), "lifetime": JSON(Self.usualLifetime),
                ]
            ]),
        ]
    }

    public func document(of view: ViewRequest) throws(Rejection) -> Document {
        let state = view.arguments["state"]?.text
        let rows = signups.filter { $0.value.state.rawValue == state }
        return Document(["signups": .object(rows.mapValues(\.row))])
    }

    public func isActive(_ subject: Subject) -> Bool {
        subject.board == name && signups[subject.id]?.state == .open
    }

    public func personalDocument(view: String, subject: Subject) -> PersonalDocument? {
        guard view == Self.guestView, subject.board == name, let signup = signups[subject.id] else {
            return nil
        }
        return PersonalDocument(rev: signup.rev) { ["state": .string(signup.state.rawValue)] }
    }

    public func subjects(touchedBy event: Event, among watched: WatchedSubjects) -> [Subject] {
        watched.all.filter { signups[$0.id]?.rev == event.rev }
    }

    public func result(of event: Event) -> JSON? {
        guard event.kind == "joined" else { return nil }
        let subject = Subject(board: name, id: event.subject)
        return ["signup": .string(event.subject), "ticket": .string(ticket(subject))]
    }

    /// The programme's text, or `nil` while it may be stale.
    public var programmeText: String? { programme.staleSince == nil ? programme.text : nil }

    /// The number of open sign-ups, and the number that the programme's server was told.
    public var announcement: (openCount: Int, announced: Int?) { (openCount, programme.announced) }

    var openCount: Int { signups.values.count { $0.state == .open } }

    // MARK: Time

    public func nextDue() -> Instant? {
        signups.values.filter { $0.state == .open }.map(\.until).min()
    }

    public func decideDue(at moment: Moment) -> Decision? {
        let due = signups.filter { $0.value.state == .open && $0.value.until <= moment.now }
        return due.keys.min().map { Decision(kind: "missed", subject: $0, data: [:]) }
    }

    // MARK: Effects and connectors

    public static let announcer = "programme/announce"
    public static let reader = "programme/read"

    public var connectors: [Connector] {
        guard !programme.address.isEmpty else { return [] }
        return [
            Connector(
                id: Self.announcer, lane: "programme", job: TastingJob.announce(openCount),
                since: max(programme.since, countedAt), action: "tasting.heard"),
            Connector(
                id: Self.reader, lane: "programme",
                job: TastingJob.read(address: programme.address, known: programme.text),
                since: programme.since, period: .seconds(5), periodWhileWatched: .seconds(1),
                action: "tasting.heard"),
        ]
    }

    /// Returns effects of three targets for events of this board and of another one.
    public func effects(of event: Event) -> [Effect] {
        let target = "post:\(event.rev % 3)"
        let data: JSON = ["about": .string(event.subject), "rev": JSON(event.rev)]
        let other: JSON = ["about": .string(event.subject), "rev": JSON(event.rev), "isCopy": true]
        switch (event.board, event.kind) {
        case (name, "joined"):
            let outcome = Effect.Outcome(
                action: "tasting.reminded", arguments: ["signup": .string(event.subject)])
            return [
                Effect(target: target, data: data, lifetime: lifetime, outcome: outcome),
                Effect(target: "post:0", data: other, lifetime: lifetime),
            ]
        case (name, "left"), ("waitlist", "seated"):
            return [Effect(target: target, data: data, lifetime: lifetime)]
        default: return []
        }
    }

    private var lifetime: Duration {
        .seconds(boardSettings?["lifetime"]?.integer ?? Self.usualLifetime)
    }

    static let usualPlaces = 20
    static let usualLifetime = 600
}

extension TastingBoard.Signup {
    var row: JSON {
        JSON(present: [
            "name": .string(name), "phone": phone.map(JSON.string),
            "party": party.map(JSON.string), "state": .string(state.rawValue),
            "isReminded": isReminded.map(JSON.bool),
        ])
    }
}

extension TastingBoard.Programme {
    var json: JSON {
        JSON(present: [
            "text": .string(text), "staleSince": staleSince.map(JSON.string),
            "announced": announced.map { JSON($0) },
        ])
    }
}
