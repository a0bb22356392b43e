public import JSON

// Capabilities that only some boards have. By default, a board has none of them.

/// A board that shows something of other boards' events. For example, several boards show the
/// venue's name.
public protocol HearingBoard {
    /// Updates the board for an event of another board that its declaration says it hears.
    ///
    /// - Returns: the changed rows, as `apply` does.
    mutating func hear(_ event: Event) -> [RowChange]

    /// Updates a board in memory for an event of another board, instead of `hear(_:)`.
    ///
    /// - Parameter boards: the other boards. The event has changed those that the journal keeps.
    mutating func hear(_ event: Event, among boards: BoardStates) -> [RowChange]
}

extension HearingBoard {
    public mutating func hear(_ event: Event) -> [RowChange] { [] }

    public mutating func hear(_ event: Event, among boards: BoardStates) -> [RowChange] {
        hear(event)
    }
}

/// A board in which time causes events.
public protocol TimedBoard {
    /// Returns when time will next cause an event; `nil` if nothing is pending.
    func nextDue() -> Instant?

    /// Returns the next decision that time has caused by now; `nil` if none is due.
    func decideDue(at moment: Moment) -> Decision?
}

extension TimedBoard {
    public func nextDue() -> Instant? { nil }
    public func decideDue(at moment: Moment) -> Decision? { nil }
}

/// A board with items of guests, which they follow on their phones.
public protocol GuestBoard {
    /// Whether a guest's item still exists for the guest: it is on the list, open, or under way.
    func isActive(_ subject: Subject) -> Bool

    /// Returns the document of a personal view (`waitlist/guest`) for the guest of this subject, or
    /// `nil` if the board has no such view or item.
    func personalDocument(view: String, subject: Subject) -> PersonalDocument?

    /// Returns the subjects whose documents may have changed by an event that was already applied.
    /// The kernel reads no other documents, so the cost of an event is proportional to what it
    /// touches. By default, any document may have changed.
    func subjects(touchedBy event: Event, among watched: WatchedSubjects) -> [Subject]

    /// Whether an item that was made by the join link still waits for confirmation.
    func awaitsConfirmation(_ subject: String) -> Bool

    /// The number of items made by the join link that wait for confirmation.
    var unconfirmedCount: Int { get }
}

extension GuestBoard {
    public func isActive(_ subject: Subject) -> Bool { false }
    public func personalDocument(view: String, subject: Subject) -> PersonalDocument? { nil }
    public func subjects(touchedBy event: Event, among watched: WatchedSubjects) -> [Subject] {
        watched.all
    }
    public func awaitsConfirmation(_ subject: String) -> Bool { false }
    public var unconfirmedCount: Int { 0 }
}

/// A board that has views with parameters, which are made only while somebody watches them.
public protocol ParameterizedBoard {
    /// Whether a principal who may read a view by its declaration may read it now, with these
    /// parameters. Called first, so that the answer does not reveal whether the parameters name an
    /// item.
    func permits(_ view: ViewRequest, by principal: Principal) -> Bool

    /// Returns the current document of a view with parameters.
    ///
    /// - Throws: `invalid` for a wrong value; `not_found` if a value names nothing, or something
    ///   that no longer exists.
    func document(of view: ViewRequest) throws(Rejection) -> Document

    /// Returns the changes of a view with parameters by an event that was already applied, or `nil`
    /// if only a new document shows them.
    func changes(in view: ViewRequest, by event: Event) -> [RowChange]?
}

extension ParameterizedBoard {
    public func permits(_ view: ViewRequest, by principal: Principal) -> Bool { true }
    public func document(of view: ViewRequest) throws(Rejection) -> Document {
        throw Rejection(.notFound, .noView)
    }
    public func changes(in view: ViewRequest, by event: Event) -> [RowChange]? { nil }
}

/// A board that adds arguments to another board's actions.
public protocol ExtendingBoard {
    /// Checks a mutation of another board's action that this board extends. Called after that board
    /// has decided.
    ///
    /// - Parameters:
    ///   - mutation: with all arguments, including those of other boards.
    ///   - decision: the other board's decision.
    /// - Returns: the data to store with the item for this board, by name. `null` removes stored
    ///   data.
    func judge(
        _ mutation: Mutation, _ decision: Decision, by principal: Principal, at moment: Moment,
        among boards: BoardStates
    ) throws(Rejection) -> [String: JSON]
}

extension ExtendingBoard {
    public func judge(
        _ mutation: Mutation, _ decision: Decision, by principal: Principal, at moment: Moment,
        among boards: BoardStates
    ) throws(Rejection) -> [String: JSON] { [:] }
}

/// A board whose state mentions reference data, which is stored apart from the events.
public protocol ReferencingBoard {
    /// The digests of the reference data that the board's state mentions but memory lacks.
    var missingReferences: Set<String> { get }

    /// Supplies missing reference data: when the venue opens, and after the event that brings the
    /// data was applied. Does not change what the board shows.
    ///
    /// - Throws: an error if the board can't read it.
    mutating func take(_ content: ReferenceContent) throws
}

extension ReferencingBoard {
    public var missingReferences: Set<String> { [] }
    public mutating func take(_ content: ReferenceContent) throws {}
}

/// A board that has something done outside the hub.
public protocol ConnectingBoard {
    /// Returns the effects of an event of any board outside the hub. Called once, when the event
    /// was decided and applied.
    func effects(of event: Event) -> [Effect]

    /// The keys of the effects that the board shows as waiting or given up.
    var shownEffects: [String] { get }

    /// The current connectors, in the order of their jobs in each lane. Read after every batch of
    /// events, so it must be cheap.
    var connectors: [Connector] { get }
}

extension ConnectingBoard {
    public func effects(of event: Event) -> [Effect] { [] }
    public var shownEffects: [String] { [] }
    public var connectors: [Connector] { [] }
}

/// The board that keeps what concerns the whole venue. Exactly one board of a venue does.
public protocol GoverningBoard {
    /// Whether this board stores which boards the venue uses.
    var keepsBoardsInUse: Bool { get }

    /// The names of the boards in use, besides those that are always on. `nil` means all.
    var boardsInUse: Set<String>? { get }

    /// Whether events of this board record that the hub's clock was set back.
    var recordsClock: Bool { get }

    /// Whether the principal's access is still valid.
    func admits(_ principal: Principal) -> Bool

    /// Returns the device whose role `decide` needs, if any. The kernel looks the role up first if
    /// it is not in memory.
    func device(neededFor mutation: Mutation) -> String?
}

extension GoverningBoard {
    public var keepsBoardsInUse: Bool { false }
    public var boardsInUse: Set<String>? { nil }
    public var recordsClock: Bool { false }
    public func admits(_ principal: Principal) -> Bool { true }
    public func device(neededFor mutation: Mutation) -> String? { nil }
}
