public import JSON

/// One state machine of a venue: pure rules over values. All boards of a venue share its journal.
///
/// `decide` checks a mutation against the state and returns what would happen. The hub makes an
/// event of that. `apply` changes the state accordingly and returns the changed rows of the board's
/// views. Only `decide` knows rules: `apply` must accept every event of the journal, even if
/// today's rules would reject it.
public protocol Board: Sendable {
    /// The board's declaration, which is the same in every venue.
    var declaration: BoardDeclaration { get }

    /// The documents of its shared views before the first event. For a board in memory: those of
    /// the views that the journal does not keep, as of the start of the hub.
    var emptyDocuments: [String: Document] { get }

    /// The board's settings. A board that declares settings implements this as a stored property
    /// and reads it. The kernel changes it.
    var boardSettings: BoardSettings? { get set }

    /// Whether this board stores which boards the venue uses. Exactly one board of a venue does.
    var keepsBoardsInUse: Bool { get }

    /// The names of the boards in use, besides those that are always on. `nil` means all.
    var boardsInUse: Set<String>? { get }

    /// Whether events of this board record that the hub's clock was set back. One board of a venue
    /// does that.
    var recordsClock: Bool { get }

    /// Whether the principal's access is still valid.
    func admits(_ principal: Principal) -> Bool

    /// Whether the board's state permits an action too. Asked only if its declaration permits it.
    func isOpen(_ action: ActionDeclaration, to principal: Principal) -> Bool

    /// The device whose role `decide` will ask for, if any. The kernel looks the role up first if
    /// it is not in memory.
    func device(neededFor mutation: Mutation) -> String?

    /// Decides a permitted mutation. Problems are reported in the order `invalid`, `not_found`,
    /// `stale`, `conflict`.
    ///
    /// - Parameter boards: all boards of the venue, in the same state.
    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision

    /// Checks a mutation of another board's action that this board extends. Called after that board
    /// has decided.
    ///
    /// - Parameters:
    ///   - mutation: with all arguments, including those of other boards.
    ///   - decision: what the other board has decided.
    /// - Returns: the data to store with the thing for this board, by name. `null` removes stored
    ///   data.
    func judge(
        _ mutation: Mutation, _ decision: Decision, by principal: Principal, at moment: Moment,
        among boards: BoardStates
    ) throws(Rejection) -> [String: JSON]

    /// Carries out an event of this board. Every event of the journal is applied, in order. A board
    /// in memory numbers its events itself, except for those that the journal keeps.
    ///
    /// - Returns: the rows that the event has changed. A row must not be listed unless it really
    ///   differs: the kernel does not compare it again.
    mutating func apply(_ event: Event) -> [RowChange]

    /// Updates the board for an event of another board that its declaration says it hears. For
    /// example, several boards show the venue's name.
    ///
    /// - Returns: the changed rows, as `apply` does.
    mutating func hear(_ event: Event) -> [RowChange]

    /// Updates a board in memory for an event of another board, instead of `hear(_:)`.
    ///
    /// - Parameter boards: the other boards. The event has changed those that the journal keeps.
    mutating func hear(_ event: Event, among boards: BoardStates) -> [RowChange]

    /// The digests of the reference data that the board's state mentions but memory lacks.
    var missingReferences: Set<String> { get }

    /// Gives the board missing reference data: when the venue opens, and after the event that
    /// brings the data was applied. What the board shows does not change.
    ///
    /// - Throws: an error if the board can't read it.
    mutating func take(_ content: ReferenceContent) throws

    /// The effects outside the hub of an event of any board. Called once, when the event is
    /// decided, after it was applied.
    func effects(of event: Event) -> [Effect]

    /// The keys of the effects that the board shows as waiting or given up.
    var shownEffects: [String] { get }

    /// The current connectors, in the order in which each lane does their jobs. Asked after every
    /// batch of events, so it must be cheap.
    var connectors: [Connector] { get }

    /// The `result` in the answer to the mutation that made the event, if any. It depends only on
    /// the event and the venue's keys, so a repeated answer is the same.
    func result(of event: Event) -> JSON?

    /// When time will next cause an event; `nil` if nothing is pending.
    func nextDue() -> Instant?

    /// The next thing that time has caused by now; `nil` if nothing is due.
    func decideDue(at moment: Moment) -> Decision?

    /// Whether a thing that was made by the join link still waits to be confirmed.
    func awaitsConfirmation(_ subject: String) -> Bool

    /// The number of things that were made by the join link and wait to be confirmed.
    var unconfirmedCount: Int { get }

    /// Whether a guest's thing still exists for the guest: it is on the list, open, or under way.
    func isActive(_ subject: Subject) -> Bool

    /// The document of a personal view (`waitlist/guest`) for the guest of this subject. `nil` if
    /// the board has no such view or no such thing.
    func personalDocument(view: String, subject: Subject) -> PersonalDocument?

    /// Whether somebody who may read a view by its declaration may read it now, with these
    /// parameters. Called first, so that the answer does not reveal whether the parameters name
    /// something.
    func permits(_ view: ViewRequest, by principal: Principal) -> Bool

    /// The current document of a view with parameters.
    ///
    /// - Throws: `invalid` if a value is wrong, `not_found` if it names nothing, or something that
    ///   no longer exists.
    func document(of view: ViewRequest) throws(Rejection) -> Document

    /// The changes of a view with parameters by an event that was already applied. `nil` if the
    /// document has to be made anew to find out.
    func changes(in view: ViewRequest, by event: Event) -> [RowChange]?

    /// The subjects whose documents may have changed by an event that was already applied. The
    /// kernel asks for no other documents, so the cost of an event is in proportion to what it
    /// touches.
    func subjects(touchedBy event: Event, among watched: WatchedSubjects) -> [Subject]

    /// An event's data or a view's row for readers who may not see guests' phone numbers and notes.
    /// An object must stay an object.
    func masked(_ value: JSON) -> JSON
}

extension Board {
    public var name: String { declaration.name }

    /// By default, a board has no settings.
    public var boardSettings: BoardSettings? {
        get { nil }
        set {}
    }

    /// By default, a board does not store which boards are in use.
    public var keepsBoardsInUse: Bool { false }
    public var boardsInUse: Set<String>? { nil }

    /// By default, a board does not record changes of the clock.
    public var recordsClock: Bool { false }

    /// By default, a board does not ask for roles of devices.
    public func device(neededFor mutation: Mutation) -> String? { nil }

    /// By default, the declaration alone decides.
    public func isOpen(_ action: ActionDeclaration, to principal: Principal) -> Bool { true }

    /// Whether the principal may perform the action. Checked before the arguments, except for the
    /// one that names a guest's subject.
    public func permits(_ mutation: Mutation, by principal: Principal) -> Bool {
        guard let action = declaration.action(mutation.action) else { return false }
        return permits(mutation, of: action, by: principal)
    }

    func permits(
        _ mutation: Mutation, of action: ActionDeclaration, by principal: Principal
    ) -> Bool {
        action.permits(mutation, by: principal) && isOpen(action, to: principal)
    }

    /// By default, a board extends no actions.
    public func judge(
        _ mutation: Mutation, _ decision: Decision, by principal: Principal, at moment: Moment,
        among boards: BoardStates
    ) throws(Rejection) -> [String: JSON] { [:] }

    /// By default, nothing waits to be confirmed.
    public func awaitsConfirmation(_ subject: String) -> Bool { false }

    public var unconfirmedCount: Int { 0 }

    /// By default, a board has no guests.
    public func isActive(_ subject: Subject) -> Bool { false }

    /// By default, an answer has no result.
    public func result(of event: Event) -> JSON? { nil }

    /// By default, time causes nothing.
    public func nextDue() -> Instant? { nil }
    public func decideDue(at moment: Moment) -> Decision? { nil }

    /// By default, a board has no personal views.
    public func personalDocument(view: String, subject: Subject) -> PersonalDocument? { nil }

    /// By default, masks the members that have the name of a personal argument of one of the
    /// board's actions.
    public func masked(_ value: JSON) -> JSON {
        guard var members = value.members else { return value }
        for name in declaration.personalArguments where members[name]?.isNull == false {
            members[name] = .mask
        }
        return .object(members)
    }

    public func permits(_ view: ViewRequest, by principal: Principal) -> Bool { true }

    /// By default, a board has no views with parameters.
    public func document(of view: ViewRequest) throws(Rejection) -> Document {
        throw Rejection(.notFound, .noView)
    }

    /// By default, the document is made anew.
    public func changes(in view: ViewRequest, by event: Event) -> [RowChange]? { nil }

    /// By default, any document may have changed.
    public func subjects(touchedBy event: Event, among watched: WatchedSubjects) -> [Subject] {
        watched.all
    }

    /// By default, a board does not know who has access.
    public func admits(_ principal: Principal) -> Bool { true }

    /// By default, a board ignores the events of other boards.
    public mutating func hear(_ event: Event) -> [RowChange] { [] }

    /// By default, a board in memory does not look at other boards either.
    public mutating func hear(_ event: Event, among boards: BoardStates) -> [RowChange] {
        hear(event)
    }

    /// By default, a board shows no effects.
    public var shownEffects: [String] { [] }

    /// By default, a board has no connectors.
    public var connectors: [Connector] { [] }

    /// By default, a board has no reference data.
    public var missingReferences: Set<String> { [] }
    public mutating func take(_ content: ReferenceContent) throws {}

    /// By default, a board has no effects.
    public func effects(of event: Event) -> [Effect] { [] }

    /// Updates the board for an event, its own or another board's.
    public mutating func observe(_ event: Event) -> [RowChange] {
        event.board == name ? applyOwn(event) : hear(event)
    }

    /// Carries out an event of this board, and of its settings.
    mutating func applyOwn(_ event: Event) -> [RowChange] {
        guard event.isConfigured(of: declaration) else { return apply(event) }
        let changes = boardSettings?.apply(event) ?? []
        // The board's other views may depend on its settings.
        return changes + apply(event)
    }

    /// Decides a mutation of the board's own action. `configure` is decided by the declared
    /// settings, without the board.
    package func judgeOwn(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        if let settings = boardSettings, mutation.action == settings.actionName {
            return try settings.decide(mutation)
        }
        return try decide(mutation, by: principal, at: moment, among: boards)
    }

    /// The document of a shared view before the first event.
    func emptyDocument(of view: String, among documents: [String: Document]) -> Document {
        var members = documents[view]?.memberValues ?? [:]
        if view == "\(name)/\(BoardSettings.viewName)", let settings = boardSettings {
            members[BoardSettings.member] = settings.rows
        }
        return Document(members)
    }

    /// A member of a view's document, masked row by row if it has rows.
    func maskedMember(_ value: JSON) -> JSON {
        value.members.map { .object($0.mapValues(masked)) } ?? masked(value)
    }
}

/// A guest's own document, and the last revision that changed it.
public struct PersonalDocument: Sendable, Equatable {
    public let rev: Int
    private let make: @Sendable () -> [String: JSON]

    /// - Parameter members: makes the members. Called only if they are needed, because most events
    ///   do not change a document.
    public init(rev: Int, members: @escaping @Sendable () -> [String: JSON]) {
        self.rev = rev
        make = members
    }

    public var members: [String: JSON] { make() }

    public var document: Document { Document(members) }

    public static func == (one: Self, other: Self) -> Bool {
        one.rev == other.rev && one.members == other.members
    }
}

/// The boards of a venue at one moment, for a board that decides by the state of another.
public struct BoardStates: Sendable {
    private let boards: [any Board]

    public init(_ boards: [any Board] = []) { self.boards = boards }

    /// The board of this type, if the venue has it.
    public subscript<B: Board>(_ type: B.Type) -> B? { boards.first(of: type) }
}

extension [any Board] {
    /// Updates the boards for an event.
    ///
    /// - Returns: the observer's changed rows.
    mutating func observe(_ event: Event, by observer: BoardObserver) -> [RowChange] {
        switch observer.way {
        case .applies: return self[observer.index].applyOwn(event)
        case .hears: return self[observer.index].hear(event)
        case .looks:
            // A board that is changed while somebody else holds it would be copied.
            var board = remove(at: observer.index)
            defer { insert(board, at: observer.index) }
            return board.hear(event, among: BoardStates(self))
        }
    }

    /// The board of this type, if there is one.
    func first<B: Board>(of type: B.Type) -> B? {
        // Casts are slow, especially those that fail, so only a board of the right type is cast.
        let wanted = ObjectIdentifier(type)
        for board in self where ObjectIdentifier(Swift.type(of: board)) == wanted {
            return board as? B
        }
        return nil
    }
}

/// A board whose state can be saved as bytes and restored, so that its events need not be applied
/// each time a venue opens.
///
/// A restored state behaves exactly like the one that the events make. States of another
/// `stateVersion` are not restored.
package protocol RestorableBoard: Board {
    func save(to writer: inout StateWriter)

    /// - Throws: an error if the bytes are not a saved state. The board must not be used then.
    mutating func restore(from reader: inout StateReader) throws(StateError)
}
