public import Sync

/// The items of a board with their whole history, so that any event can be undone at any later
/// time.
///
/// An undo is an event like any other, and can itself be undone. At any time, each event is either
/// in force or undone. Undoing an undo puts the event that it had undone in force again.
///
/// An event may change no item, one item, or several, as an import does.
///
/// Functions that boards call for each event are public and inlinable. The compiler does not
/// specialize `package` functions in other modules, and unspecialized ones take several times as
/// long.
public struct Ledger<ID: LedgerID, State: LedgerState>: Sendable {
    @usableFromInline var histories = LedgerHistories(of: Kept<State>.self)

    package init() {}

    package init(from reader: inout StateReader) throws(StateError) {
        histories = try LedgerHistories(from: &reader, of: Kept<State>.self)
    }

    package func write(to writer: inout StateWriter) { histories.write(to: &writer) }

    /// The revision of the board's last event.
    package var lastRev: Int { histories.lastRev }

    /// The current state of an item; `nil` if it does not exist, or if its creation was undone.
    @inlinable public subscript(id: ID) -> State? { Kept.state(of: record(of: id)?.now) }

    /// Finds the item that an argument names.
    package func existing(
        _ named: ItemID, else problem: ProblemDeclaration
    ) throws(Rejection) -> (id: ID, state: State) {
        guard let id = ID(named.text), let state = self[id] else {
            throw Rejection(.notFound, problem)
        }
        return (id, state)
    }

    /// Whether the item ever had an event.
    package func knows(_ id: ID) -> Bool { histories.knows(id.number) }

    /// Whether the event that created the item is undone.
    package func isTakenBack(_ id: ID) -> Bool { record(of: id)?.isTakenBack ?? false }

    /// Returns the current state of an item, or its last one if it no longer exists.
    @inlinable public func lastKnown(_ id: ID) -> State? {
        Kept.state(of: record(of: id)?.lastKnown)
    }

    /// Returns the revision of the item's last event.
    @inlinable public func lastRev(of id: ID) -> Int { record(of: id)?.lastRev ?? 0 }

    /// Records an event that changes no item.
    package mutating func record(rev: Int) { histories.record(rev: rev) }

    /// Records an event, and the state of an item after it. Called once for each item of the event.
    ///
    /// - Parameter undoes: the event that it undoes, which must be an earlier one.
    @inlinable public mutating func record(
        _ event: Event, of id: ID, undoes: Int? = nil, state: State?
    ) {
        histories.record(event, of: id.number, undoes: undoes, state: state.map(Kept.init))
    }

    /// Changes the current state of an item and all of its earlier ones. For values that come from
    /// other boards, which no undo of this board may change.
    package mutating func amend(_ id: ID, _ change: (inout State) -> Void) {
        histories.amend(id.number) { kept in
            guard var state: State = Kept.state(of: kept) else { return kept }
            change(&state)
            return Kept(state)
        }
    }

    /// Whether an event changed no item, so that it can't be undone.
    package func hasNoThing(ofEvent rev: Int) -> Bool {
        let numbers = histories.things(ofEvent: rev)
        return !numbers.isEmpty && numbers.allSatisfy { $0 == 0 }
    }

    /// Returns the first item of an event. Throws if the board has no such event.
    package func thing(ofEvent rev: Int) throws(Rejection) -> ID? {
        let numbers = histories.things(ofEvent: rev)
        if numbers.isEmpty { throw Rejection(.notFound, .noEvent) }
        return numbers.first { $0 > 0 }.map(ID.init(number:))
    }

    /// Returns the items of an event that are not forgotten.
    package func things(ofEvent rev: Int) -> [ID] {
        histories.things(ofEvent: rev).filter { $0 > 0 && !histories.isForgotten($0) }
            .map(ID.init(number:))
    }

    /// Returns the state of an item after undoing an event. Throws if something later depends on
    /// the event.
    package func stateBefore(_ rev: Int, of id: ID) throws(Rejection) -> State? {
        Kept.state(of: try (record(of: id) ?? LedgerRecord()).stateBefore(rev))
    }

    /// Reads the event to undo from the arguments, and returns it with its item and the item's
    /// state without the event. Throws if no person caused the event, if the item has changed since
    /// the sender saw it, or if something later depends on the event.
    package func undo(
        _ asked: inout Asked
    ) throws(Rejection) -> (rev: Int, thing: ID, before: State?) {
        let rev = try asked.undoneRevision()
        guard let id = try thing(ofEvent: rev) else { throw Rejection(.conflict, .byTime) }
        try asked.check(lastRev(of: id))
        return (rev, id, try stateBefore(rev, of: id))
    }

    /// Whether an event changed this item.
    package func hasEvent(_ rev: Int, of id: ID) -> Bool { record(of: id)?.hasEvent(rev) ?? false }

    /// Decodes an item that will be used often.
    ///
    /// - Returns: its current state.
    @inlinable @discardableResult public mutating func keepAtHand(_ id: ID) -> State? {
        Kept.state(of: histories.keepAtHand(id.number))
    }

    /// Decodes all existing items of a restored ledger, because they will be used often.
    package mutating func keepAllAtHand() throws(StateError) -> [(id: ID, state: State)] {
        try histories.keepAllAtHand().compactMap { number, kept in
            Kept.state(of: kept).map { (ID(number: number), $0) }
        }
    }

    /// Encodes an item that will hardly be used again.
    package mutating func putAway(_ id: ID) { histories.putAway(id.number) }

    /// Removes items with their whole history.
    package mutating func forget(_ ids: Set<ID>) { histories.forget(Set(ids.map(\.number))) }

    @usableFromInline func record(of id: ID) -> LedgerRecord? { histories.record(of: id.number) }
}
