/// What a loop watches, by token.
///
/// A token holds the slot's generation in its upper half and the slot's number in its lower half.
/// Descriptors are reused at once, but tokens are not (within 2³² generations of a slot). So an
/// event of a source that was closed in this turn can't reach a new one.
struct SourceTable {
    enum Source {
        case none
        case connection(Connection)
        case listener(ListeningSocket)
    }

    private struct Slot {
        var generation: UInt32
        var source: Source
    }

    private var slots: [Slot] = []
    private var free: [UInt32] = []

    mutating func insert(_ source: Source) -> UInt64 {
        guard let number = free.popLast() else {
            slots.append(Slot(generation: 0, source: source))
            return UInt64(slots.count - 1)
        }
        slots[Int(number)].source = source
        return UInt64(slots[Int(number)].generation) << 32 | UInt64(number)
    }

    mutating func remove(_ token: UInt64) {
        let number = UInt32(truncatingIfNeeded: token)
        slots[Int(number)].source = .none
        slots[Int(number)].generation &+= 1
        free.append(number)
    }

    @inline(__always)
    subscript(token: UInt64) -> Source {
        let slot = slots[Int(UInt32(truncatingIfNeeded: token))]
        return slot.generation == UInt32(truncatingIfNeeded: token >> 32) ? slot.source : .none
    }

    var all: [Source] { slots.map(\.source) }
}
