/// The hub of one venue: revisions, views, diffs, clients and subscriptions as a state machine.
///
/// Inputs and the time go in, actions come out. It has no sockets, clock, disk or randomness, so
/// the same code runs in the server and in a test that plays an evening in a millisecond.
///
/// It shows only what is durable. A mutation is decided at once, against the state that includes
/// all earlier decisions (`tip`). When the journal has stored its event, the event is applied to
/// the state that is shown (`shown`), and its answer and diffs are sent. Boards in memory work
/// without the journal.
public struct Venue: Sendable {
    public let record: VenueRecord
    let dependencies: VenueDependencies
    let limits: VenueLimits
    public var workRecord: (any WorkRecord)?
    var admission: Admission

    /// The boards as of the last decided event.
    var tip: [any Board] { didSet { knownDue = nil } }
    var tipRev = 0
    /// The revision of the last decided event, whether or not it is durable yet.
    public var decidedRev: Int { tipRev }
    /// The boards as of the last durable event, which every view shows.
    var shown: [any Board] { didSet { knownDue = nil } }
    /// When time will next cause an event, if cached. It is needed twice for each message.
    var knownDue: Instant??
    /// The indices of boards without a section in the snapshot. They are in their initial state
    /// until `replay`.
    var boardsBehind: Set<Int> = []
    /// The revision of the last durable event.
    public internal(set) var rev = 0
    /// The time of the last decided event; before the first one, the time when the venue was made.
    public internal(set) var lastEventAt: Instant
    /// The time of the last durable event.
    var shownAt: Instant

    /// Events that are decided but not durable.
    var pending = PendingEvents()
    var journalQueue = JournalQueue()
    /// The mutation ids of the durable events.
    var mutationIDFilter = MutationIDFilter()
    /// The kinds of the decided events.
    var eventKinds = EventKinds()
    /// The durable events after the last snapshot.
    package var tail = JournalTail()
    var memory: MemoryProgress
    /// The number of events on boards in memory.
    public var memoryEventCount: Int { memory.eventCount }
    var rememberedMutations = RememberedMutations()
    /// The boards in memory that changed while events waited for the journal.
    var divergedBoards: Set<Int> = []
    /// The mutations that wait for the answer to an inquiry, by mutation id, in the order of their
    /// arrival.
    var held: [String: [HeldMutation]] = [:]

    let catalogue: BoardCatalogue
    var views: [ViewKey: ViewLog] = [:]
    /// The views with parameters that are being made.
    var making: [ViewKey: ViewMaking] = [:]
    /// By the index of the board whose views are watched.
    var watchedSubjects: [Int: WatchedSubjects] = [:]
    var edge: Edge
    var watched = WatchedViews()
    /// Which views and boards are watched.
    public var watchers: WatcherCounts { watched.counts }
    var actions: [Action] = []

    /// - Parameter boards: the boards in their state before any event. `replay` applies the
    ///   journal.
    public init(
        record: VenueRecord, boards: [any Board], dependencies: VenueDependencies,
        limits: VenueLimits = .standard
    ) {
        self.record = record
        self.dependencies = dependencies
        self.limits = limits
        admission = Admission(limits: limits)
        tip = boards
        shown = boards
        lastEventAt = record.createdAt
        shownAt = record.createdAt
        memory = MemoryProgress(boards, at: record.createdAt)
        catalogue = BoardCatalogue(boards)
        edge = Edge(foldingIntervals: catalogue.foldingIntervals)
        for board in boards {
            let documents = board.emptyDocuments
            for rule in board.declaration.views where !rule.isMadeOnDemand {
                let document = board.emptyDocument(of: rule.name, among: documents)
                let key = ViewKey(name: rule.name)
                let epoch =
                    board.declaration.isJournaled(view: rule.name)
                    ? record.epoch : dependencies.startID
                views[key] = ViewLog(of: key, epoch: epoch, document: document)
                if rule.maskedFor.isEmpty { continue }
                let maskedKey = ViewKey(name: rule.name, isMasked: true)
                views[maskedKey] = ViewLog(
                    of: maskedKey, epoch: epoch, document: document, maskedBy: board)
            }
        }
    }

    /// The maximum silence on a connection: after it, a client sends a ping.
    public static let heartbeatMilliseconds = 15_000

    public var clientCounts: [Role: Int] {
        edge.clients.reduce(into: [:]) { $0[$1.value.principal.role, default: 0] += 1 }
    }

    /// The number of clients that watch each view, by its name without parameters.
    public var subscriptionCounts: [String: Int] {
        edge.clients.reduce(into: [:]) { counts, entry in
            for subscription in entry.value.subscriptions {
                counts[ViewRequest.label(of: subscription.view), default: 0] += 1
            }
        }
    }

    /// Whether nothing is pending: no event, no action, and no client that has to drain.
    package var isIdle: Bool {
        pending.isEmpty && journalQueue.isIdle && actions.isEmpty && held.isEmpty
            && making.isEmpty && edge.isIdle
    }

    /// Whether no view has a folded diff to send, and none is being made.
    package var isAllSent: Bool { edge.isAllSent && making.isEmpty }

    /// Whether no client, and no state of one, is left.
    package var isDeserted: Bool {
        edge.isDeserted && watched.isDeserted
            && watchedSubjects.values.allSatisfy { $0.count == 0 }
    }

    /// Returns the board of this type, in the state that is shown.
    public func board<B: Board>(_ type: B.Type) -> B? {
        shown.first(of: type)
    }

    /// Whether a guest's item still exists for the guest, on a board in use.
    public func isActive(_ subject: Subject) -> Bool {
        guard let index = catalogue.index(of: subject.board) else { return false }
        return isInUse(index, among: shown) && shown[index].isActive(subject)
    }

    public func uses(_ board: String) -> Bool {
        catalogue.index(of: board).map { isInUse($0, among: shown) } ?? false
    }

    /// Returns the actions and removes them from the queue.
    mutating func takeActions() -> [Action] {
        let taken = actions
        actions = []
        return taken
    }
}

/// The services that a venue needs from outside.
public struct VenueDependencies: Sendable {
    /// Looks up the event of a mutation id in the journal, with the fingerprint of the mutation.
    /// Returns `nil` for a new id. Throws if the journal can't be read.
    ///
    /// Without it, the venue uses `Action.inquire`, and its thread never waits.
    public var recall: (@Sendable (_ mutationID: String) throws -> RecordedMutation?)?
    /// A cryptographic digest: SHA-256.
    public var digest: @Sendable (_ bytes: [UInt8]) -> [UInt8]
    /// Identifies this start of the hub. It is the epoch of boards in memory.
    public var startID: String

    public init(
        recall: (@Sendable (_ mutationID: String) throws -> RecordedMutation?)?,
        digest: @escaping @Sendable (_ bytes: [UInt8]) -> [UInt8], startID: String = "start"
    ) {
        self.recall = recall
        self.digest = digest
        self.startID = startID
    }
}

/// An accepted mutation, as the journal recorded it.
public struct RecordedMutation: Sendable, Equatable {
    public var event: Event
    /// Distinguishes it from another mutation with the same id; empty if none was recorded.
    public var fingerprint: [UInt8]

    public init(event: Event, fingerprint: [UInt8]) {
        self.event = event
        self.fingerprint = fingerprint
    }
}
