/// Names one who is asking: a connection, or a request that waits for its answer. Never used twice.
public struct ClientID: Sendable, Hashable {
    public var number: UInt64

    public init(number: UInt64) { self.number = number }
}

/// What the venue wants done, in this order.
public enum Action: Sendable {
    case send(ClientID, ServerMessage)
    /// The same encoded messages, in this order, to many.
    case broadcast([ClientID], [[UInt8]])
    /// Events wait for the journal: `takeBatch` hands them over, all that there are by then, and
    /// `journaled` or `journalFailed` tells what became of them.
    case write
    /// An event has become durable: for those who follow the events themselves.
    ///
    /// `action` is what it was asked for by; `nil` when time has brought it about, or an importer.
    case published(Event, action: String?)
    /// A mutation was not accepted: for those who follow the events themselves. It is not kept. A
    /// newcomer's has no id (it is empty), and nobody's has secret arguments.
    case rejected(Mutation, Rejection, actor: String, at: Instant)
    /// A client's copy of a view that it watches was wrong; it is being sent a fresh one.
    case drifted(ClientID, view: String, rev: Int)
    /// A client has painted a document, right or wrong. A wrong one has drifted, too.
    case painted(ClientID, Painting)
    case close(ClientID, CloseCode, reason: String)
    /// What the device was let in as is not so any more: whatever else it has open ends.
    case signedOut(device: String)
}

/// A document that a client has painted, as the venue judges it.
public struct Painting: Sendable, Equatable {
    public var view: String
    public var rev: Int
    public var hash: UInt32
    /// Whether it is the document that the venue has; `nil` when that has gone on meanwhile, and
    /// nobody can tell any more.
    public var isRight: Bool?
    public var page: String?
    public var agoMilliseconds: Int
    public var isHidden: Bool

    public init(
        view: String, rev: Int, hash: UInt32, isRight: Bool?, page: String? = nil,
        agoMilliseconds: Int = 0, isHidden: Bool = false
    ) {
        self.view = view
        self.rev = rev
        self.hash = hash
        self.isRight = isRight
        self.page = page
        self.agoMilliseconds = agoMilliseconds
        self.isHidden = isHidden
    }
}

/// The WebSocket close codes of the protocol's own.
public enum CloseCode: UInt16, Sendable {
    case badMessage = 4400
    case signInAgain = 4401
    case forbidden = 4403
    case noProgress = 4408
    case rateLimited = 4429
    case shuttingDown = 4503
}
