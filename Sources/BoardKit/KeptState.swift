public import Sync

/// A state that is written as its difference from the previous one, because most events change a
/// small part of an item.
public protocol LedgerState: Sendable {
    func write(to writer: inout StateWriter, after previous: Self?)
    init(from reader: inout StateReader, after previous: Self?) throws(StateError)
}

/// An immutable state that changes share instead of copying it.
///
/// Histories hold states without knowing their type. Generic types would cost several times as much
/// where the compiler can't specialize them.
public protocol KeptState: AnyObject, Sendable {
    /// - Parameter previous: of the same type.
    func write(to writer: inout StateWriter, after previous: (any KeptState)?)
    /// - Parameter previous: of the same type.
    static func read(
        from reader: inout StateReader, after previous: (any KeptState)?
    ) throws(StateError) -> any KeptState
}

public final class Kept<State: LedgerState>: KeptState {
    public let state: State

    @inlinable public init(_ state: State) { self.state = state }

    /// - Parameter kept: a state of this type.
    @inlinable public static func state(of kept: (any KeptState)?) -> State? {
        kept.map { unsafeDowncast($0, to: Kept.self).state }
    }

    public func write(to writer: inout StateWriter, after previous: (any KeptState)?) {
        state.write(to: &writer, after: Self.state(of: previous))
    }

    public static func read(
        from reader: inout StateReader, after previous: (any KeptState)?
    ) throws(StateError) -> any KeptState {
        Kept(try State(from: &reader, after: state(of: previous)))
    }
}
