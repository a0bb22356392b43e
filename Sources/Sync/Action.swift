/// Identifies a client: a connection, or a request that waits for its answer. Never reused.
public struct ClientID: Sendable, Hashable {
    public var number: UInt64

    public init(number: UInt64) { self.number = number }
}

/// An instruction of the venue, to be carried out in order.
public enum Action: Sendable {
    case send(ClientID, ServerMessage)
    /// Sends the same encoded messages, in this order, to many clients.
    case broadcast([ClientID], [[UInt8]])
    /// Events wait for the journal. `takeBatch` returns all of them; `journaled` or `journalFailed`
    /// reports the outcome.
    case write
    /// Requests to find out whether a batch is in the journal. The answer is final, and is reported
    /// by `settled`.
    case settle(JournalBatch)
    /// Requests a look-up that the venue needs to decide a mutation. `answered` reports the result.
    case inquire(Inquiry)
    /// Requests a view with parameters, which is made on any thread. `made` reports it.
    case make(@Sendable () -> MadeView)
    /// Reports to followers of the events that an event is durable.
    ///
    /// `action` is the action that was requested; `nil` if time or an importer made the event.
    /// `access` is the change of devices that belongs to the event, if any.
    case published(Event, action: String?, access: AccessChange?)
    /// Reports to followers of the events that a mutation was rejected. Rejections are not stored.
    /// Secret arguments are removed, and so is the id of a mutation that came by the join link (it
    /// is empty).
    case rejected(Mutation, Rejection, actor: Actor, at: Instant)
    /// A client's copy of a view was wrong, and the client gets a new one.
    case drifted(ClientID, view: String, rev: Int)
    case close(ClientID, CloseCode, reason: String)
    /// The device's access was revoked or changed. Everything else that it has open ends.
    case signedOut(device: String)
}

/// The WebSocket close codes that the protocol defines.
public enum CloseCode: UInt16, Sendable {
    case badMessage = 4400
    case signInAgain = 4401
    case forbidden = 4403
    case noProgress = 4408
    case rateLimited = 4429
    case shuttingDown = 4503
}
