package import JSON
package import Sync

/// A board whose items are in several ledgers.
///
/// Every event becomes the states that it sets (`Change`), and one function records them. An undo
/// is such a change too, so it needs no rules of its own.
package protocol LedgerBoard: ActingBoard {
    associatedtype Change: LedgerChange

    /// In the order in which a change is recorded.
    static var ledgers: [any BoardLedger<Self>] { get }

    /// Adapts an undo to what has happened since the event.
    func adjustUndo(_ change: inout Change)
}

/// The states that an event sets, by the ids of the items: a dictionary for each ledger. `nil`
/// means that the item no longer exists.
package protocol LedgerChange: Sendable {
    init()

    /// The event that this change undoes, if it is an undo.
    var undoes: Int? { get set }
    var isEmpty: Bool { get }
}

extension LedgerChange {
    /// Creates the change of one item.
    package init<ID: LedgerID, State>(
        _ states: WritableKeyPath<Self, [ID: State?]>, _ id: ID, to state: State?
    ) {
        self.init()
        self[keyPath: states].set(id, to: state)
    }
}

extension Dictionary where Key: LedgerID {
    package mutating func set<State>(_ id: Key, to state: State?) where Value == State? {
        updateValue(state, forKey: id)
    }

    /// The states by id, with `null` for items that no longer exist; `nil` if there are no states.
    package func json<State>(_ write: (State) -> JSON) -> JSON? where Value == State? {
        if isEmpty { return nil }
        var told: [String: JSON] = [:]
        for (id, state) in self { told[id.text] = state.map(write) ?? .null }
        return .object(told)
    }
}

extension LedgerBoard {
    package func adjustUndo(_ change: inout Change) {}

    /// Returns the states that undoing an event sets. Throws if the event does not exist, if one of
    /// its items has changed since the sender saw it, or if something later depends on the event.
    package func undoing(_ rev: Int, _ asked: Asked) throws(Rejection) -> Change {
        let lastRevs = Self.ledgers.flatMap { $0.lastRevs(ofEvent: rev, in: self) }
        guard !lastRevs.isEmpty else { throw Rejection(.notFound, .noEvent) }
        try asked.check(lastRevs)
        return try undoing(rev)
    }

    /// Returns the states that the event of an undo sets, or `nil` for an impossible event.
    package func undoing(_ event: Event) -> Change? {
        guard let rev = event.data["undoes"]?.integer, rev < event.rev,
            let change = try? undoing(rev), !change.isEmpty
        else { return nil }
        return change
    }

    private func undoing(_ rev: Int) throws(Rejection) -> Change {
        var change = Change()
        change.undoes = rev
        for ledger in Self.ledgers { try ledger.undo(rev, in: self, &change) }
        adjustUndo(&change)
        return change
    }

    package mutating func record(_ change: Change, _ event: Event) {
        for ledger in Self.ledgers { ledger.record(change, event, in: &self) }
    }

    package func writeLedgers(to writer: inout StateWriter) {
        for ledger in Self.ledgers { ledger.write(self, to: &writer) }
    }

    package mutating func restoreLedgers(from reader: inout StateReader) throws(StateError) {
        for ledger in Self.ledgers { try ledger.restore(&self, from: &reader) }
    }

    /// Decodes all existing items of restored ledgers, and rebuilds their indexes in a new board.
    package mutating func index(
        _ ledgers: [any BoardLedger<Self>] = Self.ledgers
    ) throws(StateError) {
        for ledger in ledgers { try ledger.index(&self) }
    }
}

/// One of a board's ledgers, whatever the type of its items.
package protocol BoardLedger<Board>: Sendable {
    associatedtype Board: LedgerBoard

    /// Returns the last revision of each item that an event changed.
    func lastRevs(ofEvent rev: Int, in board: Board) -> [Int]
    func undo(_ rev: Int, in board: Board, _ change: inout Board.Change) throws(Rejection)
    func record(_ change: Board.Change, _ event: Event, in board: inout Board)
    func write(_ board: Board, to writer: inout StateWriter)
    func restore(_ board: inout Board, from reader: inout StateReader) throws(StateError)
    func index(_ board: inout Board) throws(StateError)
}

package struct LedgerOf<Board: LedgerBoard, ID: LedgerID, State: LedgerState>: BoardLedger {
    private let ledger: any WritableKeyPath<Board, Ledger<ID, State>> & Sendable
    private let states: any WritableKeyPath<Board.Change, [ID: State?]> & Sendable
    private let undoReachesFurther: Bool
    private let replace: @Sendable (inout Board, State?, State?, ID) -> Void

    /// - Parameters:
    ///   - states: the states of these items in a change.
    ///   - undoReachesFurther: whether an undo may change items that the undone event did not.
    ///   - replace: updates the board's indexes for the old and new states of an item. Called for
    ///     each item of a change right before its ledger records it.
    package init(
        _ ledger: any WritableKeyPath<Board, Ledger<ID, State>> & Sendable,
        _ states: any WritableKeyPath<Board.Change, [ID: State?]> & Sendable,
        undoReachesFurther: Bool = false,
        replace: @escaping @Sendable (inout Board, State?, State?, ID) -> Void
    ) {
        self.ledger = ledger
        self.states = states
        self.undoReachesFurther = undoReachesFurther
        self.replace = replace
    }

    package func lastRevs(ofEvent rev: Int, in board: Board) -> [Int] {
        let ledger = board[keyPath: ledger]
        return ledger.things(ofEvent: rev).map { ledger.lastRev(of: $0) }
    }

    package func undo(
        _ rev: Int, in board: Board, _ change: inout Board.Change
    ) throws(Rejection) {
        let ledger = board[keyPath: ledger]
        for id in ledger.things(ofEvent: rev) {
            change[keyPath: states].set(id, to: try ledger.stateBefore(rev, of: id))
        }
    }

    package func record(_ change: Board.Change, _ event: Event, in board: inout Board) {
        let states = change[keyPath: states]
        if states.isEmpty { return }
        // Sorting numbers costs less than sorting ids of a generic type.
        for number in states.keys.map(\.number).sorted() {
            let id = ID(number: number)
            guard let state = states[id] else { continue }
            var undoes = change.undoes
            if undoReachesFurther, let rev = undoes, !board[keyPath: ledger].hasEvent(rev, of: id) {
                undoes = nil
            }
            replace(&board, board[keyPath: ledger].keepAtHand(id), state, id)
            board[keyPath: ledger].record(event, of: id, undoes: undoes, state: state)
        }
    }

    package func write(_ board: Board, to writer: inout StateWriter) {
        board[keyPath: ledger].write(to: &writer)
    }

    package func restore(
        _ board: inout Board, from reader: inout StateReader
    ) throws(StateError) {
        board[keyPath: ledger] = try Ledger(from: &reader)
    }

    package func index(_ board: inout Board) throws(StateError) {
        for (id, state) in try board[keyPath: ledger].keepAllAtHand() {
            replace(&board, nil, state, id)
        }
    }
}
