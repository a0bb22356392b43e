import Sync

/// All that ever happened to one thing.
struct LedgerRecord<State: LedgerState>: Sendable {
    /// A state that many changes may share: it never changes, and is never copied either.
    private final class Snapshot: Sendable {
        let state: State

        init(_ state: State) { self.state = state }
    }

    private struct Change: Sendable {
        var rev: Int
        /// `nil` when the thing was not there before.
        var before: Snapshot?
        /// The event that this one took back.
        var undoes: Int?
        var isUndone = false
        /// Brought about by time, not by anybody.
        var isByClock: Bool
    }

    private var latest: Snapshot?
    private var changes: [Change] = []

    init() {}

    /// The thing as it is; `nil` while the event that made it is undone.
    var now: State? { latest?.state }

    var lastRev: Int { changes.last?.rev ?? 0 }

    func hasEvent(_ rev: Int) -> Bool { index(of: rev) != nil }

    mutating func append(_ event: Event, undoes: Int?, state: State?) {
        append(
            rev: event.rev, undoes: undoes, isByClock: event.actor == Event.clock, state: state)
        if let undoes { turnOver(undoes) }
    }

    /// What undoing an event makes of the thing; throws when something later depends on it.
    func stateBefore(_ rev: Int) throws(Rejection) -> State? {
        guard let index = index(of: rev) else {
            throw Rejection(.notFound, "This board has no event of that revision")
        }
        let change = changes[index]
        if change.isByClock { throw .isByClock }
        if change.isUndone { throw Rejection(.conflict, "This has been taken back already") }
        let isLast = changes[(index + 1)...].allSatisfy { later in
            later.isUndone || later.undoes.map { $0 > rev } ?? false
        }
        guard isLast else {
            throw Rejection(
                .conflict, "Something that was done later depends on this; take that back first")
        }
        return change.before?.state
    }

    private mutating func append(rev: Int, undoes: Int?, isByClock: Bool, state: State?) {
        changes.append(Change(rev: rev, before: latest, undoes: undoes, isByClock: isByClock))
        latest = state.map(Snapshot.init)
    }

    private func index(of rev: Int) -> Int? {
        let index = changes.partitionPoint { $0.rev >= rev }
        return index < changes.count && changes[index].rev == rev ? index : nil
    }

    /// An event that was in force is undone, or the other way round, and so on along the chain
    /// of what it had undone itself. The chain ends: each link is earlier than the one before.
    private mutating func turnOver(_ rev: Int) {
        var target: Int? = rev
        while let rev = target, let index = index(of: rev) {
            changes[index].isUndone.toggle()
            target = changes[index].undoes.flatMap { $0 < rev ? $0 : nil }
        }
    }
}

/// A state that is written as what is different from the one before it, since most events change a
/// small part of a thing.
protocol LedgerState: Sendable {
    func write(to writer: inout StateWriter, after previous: Self?)
    init(from reader: inout StateReader, after previous: Self?) throws(StateError)
}

extension Rejection {
    /// Nobody has done it, so nobody can undo it.
    static var isByClock: Rejection {
        Rejection(.conflict, "Time itself brought this about; it can't be taken back")
    }
}

extension LedgerRecord {
    /// What is true of a change, as one number.
    private struct Marks: OptionSet {
        let rawValue: Int

        static var undoes: Marks { Marks(rawValue: 1) }
        static var isUndone: Marks { Marks(rawValue: 2) }
        static var isByClock: Marks { Marks(rawValue: 4) }
        /// The thing is there after the change.
        static var isThere: Marks { Marks(rawValue: 8) }
    }

    func write(to writer: inout StateWriter) {
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

    /// - Parameter reader: it is read to its end.
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
