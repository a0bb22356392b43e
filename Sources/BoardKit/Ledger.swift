public import Sync

/// The things of a board and their whole history, so that any event can be undone at any later
/// time.
///
/// An undo is an event like any other, and can be undone too. At any time, each event is either in
/// force or undone. Undoing an event changes that, also for the event that it had undone itself.
///
/// An event may belong to no thing, to one, or to several, such as an import.
///
/// What boards call for each event is public and inlinable, because the compiler specializes no
/// `package` function in another module, and a function that isn't takes several times as long.
public struct Ledger<ID: LedgerID, State: LedgerState>: Sendable {
    @usableFromInline var histories = LedgerHistories(of: Kept<State>.self)

    package init() {}

    package init(from reader: inout StateReader) throws(StateError) {
        histories = try LedgerHistories(from: &reader, of: Kept<State>.self)
    }

    package func write(to writer: inout StateWriter) { histories.write(to: &writer) }

    /// The revision of the board's last event.
    package var lastRev: Int { histories.lastRev }

    /// The current state of the thing; `nil` if it does not exist, or its creation was undone.
    @inlinable public subscript(id: ID) -> State? { Kept.state(of: record(of: id)?.now) }

    /// The thing that an argument names.
    package func existing(
        _ named: ItemID, else problem: ProblemDeclaration
    ) throws(Rejection) -> (id: ID, state: State) {
        guard let id = ID(named.text), let state = self[id] else {
            throw Rejection(.notFound, problem)
        }
        return (id, state)
    }

    /// Whether the thing ever had an event.
    package func knows(_ id: ID) -> Bool { histories.knows(id.number) }

    /// Whether the event that made the thing is undone.
    package func isTakenBack(_ id: ID) -> Bool { record(of: id)?.isTakenBack ?? false }

    /// The current state of a thing, or the last one that it had if it does not exist any more.
    @inlinable public func lastKnown(_ id: ID) -> State? {
        Kept.state(of: record(of: id)?.lastKnown)
    }

    /// The revision of the thing's last event.
    @inlinable public func lastRev(of id: ID) -> Int { record(of: id)?.lastRev ?? 0 }

    /// Records an event that belongs to no thing.
    package mutating func record(rev: Int) { histories.record(rev: rev) }

    /// Records an event, and the state of its thing after it. Called once for each thing of an event.
    ///
    /// - Parameter undoes: the event that it undoes, which must be an earlier one.
    @inlinable public mutating func record(
        _ event: Event, of id: ID, undoes: Int? = nil, state: State?
    ) {
        histories.record(event, of: id.number, undoes: undoes, state: state.map(Kept.init))
    }

    /// Changes the state of a thing, also where an undo restores it: for what other boards know of
    /// it, which no undo of this board may take back.
    package mutating func amend(_ id: ID, _ change: (inout State) -> Void) {
        histories.amend(id.number) { kept in
            guard var state: State = Kept.state(of: kept) else { return kept }
            change(&state)
            return Kept(state)
        }
    }

    /// Whether an event belongs to no thing, so that nobody can take it back.
    package func hasNoThing(ofEvent rev: Int) -> Bool {
        let numbers = histories.things(ofEvent: rev)
        return !numbers.isEmpty && numbers.allSatisfy { $0 == 0 }
    }

    /// The thing of an event. Throws if the board has no such event.
    package func thing(ofEvent rev: Int) throws(Rejection) -> ID? {
        let numbers = histories.things(ofEvent: rev)
        if numbers.isEmpty { throw Rejection(.notFound, .noEvent) }
        return numbers.first { $0 > 0 }.map(ID.init(number:))
    }

    /// The things of an event, as far as they are not forgotten.
    package func things(ofEvent rev: Int) -> [ID] {
        histories.things(ofEvent: rev).filter { $0 > 0 && !histories.isForgotten($0) }
            .map(ID.init(number:))
    }

    /// The state of a thing after undoing an event. Throws if something later depends on the event.
    package func stateBefore(_ rev: Int, of id: ID) throws(Rejection) -> State? {
        Kept.state(of: try (record(of: id) ?? LedgerRecord()).stateBefore(rev))
    }

    /// Finds what an undo takes back: the event that its argument names, the event's thing, and the
    /// thing's state without the event. Throws if people did not bring the event about, if the thing
    /// has changed since the sender saw it, or if something later depends on the event.
    package func undo(
        _ asked: inout Asked
    ) throws(Rejection) -> (rev: Int, thing: ID, before: State?) {
        let rev = try asked.undoneRevision()
        guard let id = try thing(ofEvent: rev) else { throw Rejection(.conflict, .byTime) }
        try asked.check(lastRev(of: id))
        return (rev, id, try stateBefore(rev, of: id))
    }

    /// Whether an event belongs to this thing.
    package func hasEvent(_ rev: Int, of id: ID) -> Bool { record(of: id)?.hasEvent(rev) ?? false }

    /// Decodes a thing that will be used often.
    ///
    /// - Returns: its current state.
    @inlinable @discardableResult public mutating func keepAtHand(_ id: ID) -> State? {
        Kept.state(of: histories.keepAtHand(id.number))
    }

    /// Encodes a thing that will hardly be used again.
    package mutating func putAway(_ id: ID) { histories.putAway(id.number) }

    /// Removes things with their whole history.
    package mutating func forget(_ ids: Set<ID>) { histories.forget(Set(ids.map(\.number))) }

    @usableFromInline func record(of id: ID) -> LedgerRecord? { histories.record(of: id.number) }
}
