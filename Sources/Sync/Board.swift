public import JSON

/// One state machine of a venue: pure rules over values. All boards of a venue share its journal.
///
/// `decide` checks a mutation against the state and returns what would happen. The hub makes an
/// event of that. `apply` changes the state accordingly and returns the changed rows of the board's
/// views. Only `decide` knows rules: `apply` must accept every event of the journal, even if
/// today's rules would reject it.
///
/// A board implements these requirements. What only some boards do is in the capabilities, all of
/// which have defaults.
public protocol Board: Sendable, HearingBoard, TimedBoard, GuestBoard, ParameterizedBoard,
    ExtendingBoard, ReferencingBoard, ConnectingBoard, GoverningBoard
{
    /// The board's declaration, which is the same in every venue.
    var declaration: BoardDeclaration { get }

    /// The documents of its shared views before the first event. For a board in memory: the
    /// documents of the views that the journal does not keep, as of the start of the hub.
    var emptyDocuments: [String: Document] { get }

    /// The board's settings. A board that declares settings implements this as a stored property
    /// and reads it. The kernel changes it. By default, a board has none.
    var boardSettings: BoardSettings? { get set }

    /// Whether the board's state currently permits an action that its declaration permits.
    /// By default, the declaration alone decides.
    func isOpen(_ action: ActionDeclaration, to principal: Principal) -> Bool

    /// Decides a permitted mutation. Problems are reported in the order `invalid`, `not_found`,
    /// `stale`, `conflict`.
    ///
    /// - Parameter boards: all boards of the venue, in the same state.
    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision

    /// Applies an event of this board. Every event of the journal is applied, in order. A board in
    /// memory numbers its events itself, except for those that the journal keeps.
    ///
    /// - Returns: the rows that the event has changed. A row must not be listed unless it really
    ///   differs: the kernel does not compare it again.
    mutating func apply(_ event: Event) -> [RowChange]

    /// Returns the `result` in the answer to the mutation that made the event, if any. It depends
    /// only on the event and the venue's keys, so a repeated answer is the same.
    func result(of event: Event) -> JSON?

    /// Masks an event's data or a view's row for readers who may not see guests' phone numbers and
    /// notes. An object must stay an object. By default, masks the members that have the name of a
    /// personal argument of one of the board's actions.
    func masked(_ value: JSON) -> JSON
}

extension Board {
    public var name: String { declaration.name }

    public var boardSettings: BoardSettings? {
        get { nil }
        set {}
    }

    public func isOpen(_ action: ActionDeclaration, to principal: Principal) -> Bool { true }

    public func result(of event: Event) -> JSON? { nil }

    public func masked(_ value: JSON) -> JSON {
        guard var members = value.members else { return value }
        for name in declaration.personalArguments where members[name]?.isNull == false {
            members[name] = .mask
        }
        return .object(members)
    }

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

    /// Updates the board for an event, its own or another board's.
    public mutating func observe(_ event: Event) -> [RowChange] {
        event.board == name ? applyOwn(event) : hear(event)
    }

    /// Applies an event of this board or of its settings.
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

/// The boards of a venue at one moment, for a board that depends on another's state.
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
            // A board that is referenced elsewhere would be copied when it changes.
            var board = remove(at: observer.index)
            defer { insert(board, at: observer.index) }
            return board.hear(event, among: BoardStates(self))
        }
    }

    /// Returns the first board of this type, if any.
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
