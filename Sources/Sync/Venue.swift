import DequeModule

/// The hub of one venue, and the room it stands in: revisions, views, diffs, sessions and
/// subscriptions as a state machine.
///
/// Inputs and the time go in, actions come out. The room has no socket, no clock, no disk and no
/// randomness of its own, so the same code runs in the server and in a test that plays an evening in
/// a millisecond. It refuses to show anything that is not durable: a mutation is decided at once,
/// against the state that includes all that was decided before it (`tip`), but its answer and its
/// diffs leave only when the journal has it; then it is applied to the state that is shown.
public struct Venue: Sendable {
    public let record: VenueRecord
    let doors: VenueDoors
    let limits: VenueLimits
    /// By the device's id.
    var mutationUses = RateUses<String>()
    var newcomers = Newcomers()

    /// The boards as of the last event decided.
    var tip: [any Board]
    var tipRev = 0
    /// The revision of the last event decided, whether or not it is durable yet.
    public var decidedRev: Int { tipRev }
    /// The boards as of the last event that is durable: what every view shows.
    var shown: [any Board]
    /// The venue's revision: that of the last durable event.
    public internal(set) var rev = 0
    /// When the last event decided happened.
    public internal(set) var lastEventAt: Instant
    /// When the last durable event happened.
    var shownAt: Instant

    /// Decided, and on the way to the disk.
    var pending: Deque<PendingEvent> = []
    var pendingRevs: [String: Int] = [:]
    /// Those of them that have not been handed over to the journal yet.
    var outbox: [JournalEntry] = []
    /// Those whose event is durable.
    var knownMutations = KnownMutations()
    /// Counts the failures of the journal: what was under way before one says nothing after it.
    var generation = 0

    let rules: [String: ViewRule]
    var views: [ViewKey: SharedView] = [:]
    var clients: [ClientID: Client] = [:]
    /// Those who watch a personal view.
    var personalWatchers: Set<ClientID> = []
    var actions: [Action] = []

    /// - Parameter boards: in their state before any event; `replay` brings them up to the journal.
    public init(
        record: VenueRecord, boards: [any Board], doors: VenueDoors,
        limits: VenueLimits = .standard
    ) {
        self.record = record
        self.doors = doors
        self.limits = limits
        tip = boards
        shown = boards
        lastEventAt = record.createdAt
        shownAt = record.createdAt
        var rules: [String: ViewRule] = [:]
        for board in boards {
            let documents = board.emptyDocuments
            for rule in board.views {
                rules[rule.name] = rule
                guard case .shared = rule.scope else { continue }
                let document = documents[rule.name] ?? Document()
                views[ViewKey(name: rule.name, isMasked: false)] = SharedView(
                    name: rule.name, epoch: record.epoch, document: document)
                if rule.maskedFor.isEmpty { continue }
                views[ViewKey(name: rule.name, isMasked: true)] = SharedView(
                    name: rule.name, epoch: record.epoch, document: document, maskedBy: board)
            }
        }
        self.rules = rules
    }

    /// The interval within which a client hears from the server, or asks.
    public static let heartbeatMilliseconds = 15_000

    /// One event is painted by all screens at once; what they say of it must not keep the next one
    /// waiting. Ten for each millisecond take a tenth of the loop.
    static let paintedReportsPerMillisecond = 10

    /// How many clients are connected, by role.
    public var clientCounts: [Role: Int] {
        clients.values.reduce(into: [:]) { $0[$1.principal.role, default: 0] += 1 }
    }

    /// How many watch each view, by its name.
    public var subscriptionCounts: [String: Int] {
        clients.values.reduce(into: [:]) { counts, client in
            for (view, _) in client.subscriptions { counts[view, default: 0] += 1 }
        }
    }

    /// Whether nothing waits: for the journal, for a client to drain, or to be carried out.
    package var isSettled: Bool {
        pending.isEmpty && pendingRevs.isEmpty && outbox.isEmpty && actions.isEmpty
            && clients.values.allSatisfy { !$0.isCongested && $0.heldPings.isEmpty }
    }

    /// Whether nothing is left of all who ever were connected.
    package var isDeserted: Bool {
        clients.isEmpty && personalWatchers.isEmpty
            && views.values.allSatisfy { $0.subscribers.all.isEmpty }
    }

    /// The board of this type, as it is shown.
    public func board<B: Board>(_ type: B.Type) -> B? {
        shown.lazy.compactMap { $0 as? B }.first
    }

    /// Hands the actions over to whoever carries them out.
    mutating func takeActions() -> [Action] {
        let taken = actions
        actions = []
        return taken
    }

    func boardIndex(named name: String) -> Int? {
        tip.firstIndex { $0.name == name }
    }
}

/// What the venue asks of the world beyond its own state.
public struct VenueDoors: Sendable {
    /// The event that a mutation's id has made, and the fingerprint of what was asked for, from the
    /// journal; `nil` when the id is new. Throws when the journal can't be read.
    public var recall: @Sendable (_ mutationID: String) throws -> RecalledMutation?
    /// A digest that nobody can find a second text for: SHA-256.
    public var digest: @Sendable (_ bytes: [UInt8]) -> [UInt8]

    public init(
        recall: @escaping @Sendable (_ mutationID: String) throws -> RecalledMutation?,
        digest: @escaping @Sendable (_ bytes: [UInt8]) -> [UInt8]
    ) {
        self.recall = recall
        self.digest = digest
    }
}

/// A mutation that was accepted before.
public struct RecalledMutation: Sendable {
    public var event: Event
    public var fingerprint: [UInt8]

    public init(event: Event, fingerprint: [UInt8]) {
        self.event = event
        self.fingerprint = fingerprint
    }
}

/// An event that is decided but not durable yet, and who waits for it.
struct PendingEvent: Sendable {
    var event: Event
    var fingerprint: [UInt8]?
    /// Whose connections end with it.
    var endedDevice: String?
    var waiting: [Waiting]

    struct Waiting: Sendable {
        var client: ClientID
        var mutationID: String
        /// As those who follow the events may see it.
        var told: Mutation
        var actor: String
        /// Asked for it a second time.
        var isReplayed: Bool
    }
}
