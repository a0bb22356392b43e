import Sync

/// The history of one item.
public struct LedgerRecord: Sendable {
    private struct Change: Sendable {
        var rev: Int
        /// `nil` if the item did not exist before.
        var before: (any KeptState)?
        /// The event that this one undid.
        var undoes: Int?
        var isUndone = false
        /// Whether time or another server caused it, rather than a person.
        var isByClock: Bool
    }

    /// The current state; `nil` if the item does not exist.
    public private(set) var now: (any KeptState)?
    private var changes: [Change] = []

    init() {}

    /// The current state, or the last one if the item no longer exists.
    public var lastKnown: (any KeptState)? { now ?? changes.last { $0.before != nil }?.before }

    /// Whether the event that created the item is undone.
    var isTakenBack: Bool { changes.first?.isUndone ?? false }

    public var lastRev: Int { changes.last?.rev ?? 0 }

    func hasEvent(_ rev: Int) -> Bool { index(of: rev) != nil }

    mutating func append(_ event: Event, undoes: Int?, state: (any KeptState)?) {
        append(
            rev: event.rev, undoes: undoes, isByClock: event.actor.isAutomatic, state: state)
        if let undoes { turnOver(undoes) }
    }

    /// Changes the current state and all earlier ones.
    mutating func amend(_ change: (any KeptState) -> any KeptState) {
        now = now.map(change)
        for index in changes.indices { changes[index].before = changes[index].before.map(change) }
    }

    /// Returns the state after undoing an event. Throws if something later depends on the event.
    func stateBefore(_ rev: Int) throws(Rejection) -> (any KeptState)? {
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
        return change.before
    }

    private mutating func append(
        rev: Int, undoes: Int?, isByClock: Bool, state: (any KeptState)?
    ) {
        if isByClock { forgetStates() }
        changes.append(Change(rev: rev, before: now, undoes: undoes, isByClock: isByClock))
        now = state
    }

    /// Discards the states before earlier changes. An undo never reaches back past an automatic
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

    /// Toggles whether an event is undone, and likewise for the event that it had undone, and so
    /// on. Each of them is earlier than the one before, so this ends.
    private mutating func turnOver(_ rev: Int) {
        var target: Int? = rev
        while let rev = target, let index = index(of: rev) {
            changes[index].isUndone.toggle()
            target = changes[index].undoes.flatMap { $0 < rev ? $0 : nil }
        }
    }
}

extension LedgerRecord {
    /// The flags of a change, as one number.
    private struct Marks: OptionSet {
        let rawValue: Int

        static var undoes: Marks { Marks(rawValue: 1) }
        static var isUndone: Marks { Marks(rawValue: 2) }
        static var isByClock: Marks { Marks(rawValue: 4) }
        /// The item exists after the change.
        static var isThere: Marks { Marks(rawValue: 8) }
    }

    func write(to writer: inout StateWriter) {
        var previous: (any KeptState)?
        var lastRev = 0
        for (index, change) in changes.enumerated() {
            let after = index + 1 < changes.count ? changes[index + 1].before : now
            var marks: Marks = []
            if change.undoes != nil { marks.insert(.undoes) }
            if change.isUndone { marks.insert(.isUndone) }
            if change.isByClock { marks.insert(.isByClock) }
            if after != nil { marks.insert(.isThere) }
            writer.write(change.rev &- lastRev)
            writer.write(marks.rawValue)
            if let undoes = change.undoes { writer.write(change.rev &- undoes) }
            if let after {
                after.write(to: &writer, after: previous)
                previous = after
            }
            lastRev = change.rev
        }
    }

    /// - Parameters:
    ///   - reader: is read to its end.
    ///   - states: the type of the item's states.
    init(from reader: inout StateReader, of states: any KeptState.Type) throws(StateError) {
        var previous: (any KeptState)?
        while !reader.isAtEnd {
            let rev = lastRev &+ (try reader.read(Int.self))
            guard rev > lastRev else { throw StateError("the changes are out of order") }
            let marks = Marks(rawValue: try reader.read())
            let undoes = marks.contains(.undoes) ? rev &- (try reader.read(Int.self)) : nil
            let state =
                marks.contains(.isThere) ? try states.read(from: &reader, after: previous) : nil
            append(
                rev: rev, undoes: undoes, isByClock: marks.contains(.isByClock), state: state)
            if marks.contains(.isUndone) { changes[changes.count - 1].isUndone = true }
            previous = state ?? previous
        }
    }
}
