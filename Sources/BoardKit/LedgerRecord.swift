package import Sync

/// The history of one thing.
struct LedgerRecord<State: LedgerState>: Sendable {
    /// An immutable state, shared by changes instead of being copied.
    private final class Snapshot: Sendable {
        let state: State

        init(_ state: State) { self.state = state }
    }

    private struct Change: Sendable {
        var rev: Int
        /// `nil` if the thing did not exist before.
        var before: Snapshot?
        /// The event that this one undid.
        var undoes: Int?
        var isUndone = false
        /// Whether time or another server made it rather than somebody.
        var isByClock: Bool
    }

    private var latest: Snapshot?
    private var changes: [Change] = []

    init() {}

    /// The current state; `nil` if the event that made the thing is undone.
    package var now: State? { latest?.state }

    /// The current state, or the last one before the thing ceased to exist.
    package var lastKnown: State? { now ?? changes.last { $0.before != nil }?.before?.state }

    /// Whether the event that made the thing is undone.
    package var isTakenBack: Bool { changes.first?.isUndone ?? false }

    package var lastRev: Int { changes.last?.rev ?? 0 }

    package func hasEvent(_ rev: Int) -> Bool { index(of: rev) != nil }

    package mutating func append(_ event: Event, undoes: Int?, state: State?) {
        append(
            rev: event.rev, undoes: undoes, isByClock: event.actor.isAutomatic, state: state)
        if let undoes { turnOver(undoes) }
    }

    /// Changes the current state and all earlier ones.
    package mutating func amend(_ change: (inout State) -> Void) {
        func amended(_ snapshot: Snapshot?) -> Snapshot? {
            guard var state = snapshot?.state else { return nil }
            change(&state)
            return Snapshot(state)
        }
        latest = amended(latest)
        for index in changes.indices { changes[index].before = amended(changes[index].before) }
    }

    /// The state after undoing an event. Throws if something later depends on the event.
    package func stateBefore(_ rev: Int) throws(Rejection) -> State? {
        guard let index = index(of: rev) else {
            throw Rejection(.notFound, .noEvent)
        }
        let change = changes[index]
        if change.isByClock { throw Rejection(.conflict, .byTime) }
        if change.isUndone { throw Rejection(.conflict, .undoneAlready) }
        let isLast = changes[(index + 1)...].allSatisfy { later in
            later.isUndone || later.undoes.map { $0 > rev } ?? false
        }
        guard isLast else { throw Rejection(.conflict, .neededLater) }
        return change.before?.state
    }

    private mutating func append(rev: Int, undoes: Int?, isByClock: Bool, state: State?) {
        if isByClock { forgetStates() }
        changes.append(Change(rev: rev, before: latest, undoes: undoes, isByClock: isByClock))
        latest = state.map(Snapshot.init)
    }

    /// Discards the states before all earlier changes. An undo never reaches back past an automatic
    /// change, and a remote calendar can cause such changes without end.
    private mutating func forgetStates() {
        for index in changes.indices.reversed() {
            changes[index].before = nil
            if changes[index].isByClock { break }
        }
    }

    private func index(of rev: Int) -> Int? {
        let index = changes.partitionPoint { $0.rev >= rev }
        return index < changes.count && changes[index].rev == rev ? index : nil
    }

    /// Changes whether an event is undone, and likewise the event that it had undone itself, and so
    /// on. Each is earlier than the one before, so this ends.
    private mutating func turnOver(_ rev: Int) {
        var target: Int? = rev
        while let rev = target, let index = index(of: rev) {
            changes[index].isUndone.toggle()
            target = changes[index].undoes.flatMap { $0 < rev ? $0 : nil }
        }
    }
}

/// A state that is written as its difference from the previous one, because most events change a
/// small part of a thing.
package protocol LedgerState: Sendable {
    func write(to writer: inout StateWriter, after previous: Self?)
    init(from reader: inout StateReader, after previous: Self?) throws(StateError)
}

extension LedgerRecord {
    /// The flags of a change, as one number.
    private struct Marks: OptionSet {
        let rawValue: Int

        static var undoes: Marks { Marks(rawValue: 1) }
        static var isUndone: Marks { Marks(rawValue: 2) }
        static var isByClock: Marks { Marks(rawValue: 4) }
        /// The thing exists after the change.
        static var isThere: Marks { Marks(rawValue: 8) }
    }

    package func write(to writer: inout StateWriter) {
        var previous: State?
        var lastRev = 0
        for (index, change) in changes.enumerated() {
            let after = index + 1 < changes.count ? changes[index + 1].before : latest
            var marks: Marks = []
            if change.undoes != nil { marks.insert(.undoes) }
            if change.isUndone { marks.insert(.isUndone) }
            if change.isByClock { marks.insert(.isByClock) }
            if after != nil { marks.insert(.isThere) }
            writer.write(change.rev &- lastRev)
            writer.write(marks.rawValue)
            if let undoes = change.undoes { writer.write(change.rev &- undoes) }
            if let state = after?.state {
                state.write(to: &writer, after: previous)
                previous = state
            }
            lastRev = change.rev
        }
    }

    /// - Parameter reader: is read to its end.
    init(from reader: inout StateReader) throws(StateError) {
        var previous: State?
        while !reader.isAtEnd {
            let rev = lastRev &+ (try reader.read(Int.self))
            guard rev > lastRev else { throw StateError("the changes are out of order") }
            let marks = Marks(rawValue: try reader.read())
            let undoes = marks.contains(.undoes) ? rev &- (try reader.read(Int.self)) : nil
            let state =
                marks.contains(.isThere) ? try State(from: &reader, after: previous) : nil
            append(
                rev: rev, undoes: undoes, isByClock: marks.contains(.isByClock), state: state)
            if marks.contains(.isUndone) { changes[changes.count - 1].isUndone = true }
            previous = state ?? previous
        }
    }
}
