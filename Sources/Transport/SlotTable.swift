/// Values by token, each found without a search.
///
/// A token holds the slot's generation in its upper half and the slot's number in its lower half.
/// Slots are reused at once, but tokens are not (within 2³² generations of a slot). So the token of
/// a removed value never refers to a new one.
///
/// It is inlinable so that other modules can specialize it. Each delivery looks up its connection.
@frozen public struct SlotTable<Value> {
    @usableFromInline struct Slot {
        @usableFromInline var generation: UInt32
        @usableFromInline var value: Value?

        @inlinable init(_ value: Value) {
            generation = 0
            self.value = value
        }
    }

    @usableFromInline var slots: [Slot] = []
    @usableFromInline var free: [UInt32] = []

    @inlinable public init() {}

    @inlinable public var count: Int { slots.count - free.count }

    @inlinable public var all: [Value] { slots.compactMap(\.value) }

    @inlinable public mutating func insert(_ value: Value) -> UInt64 {
        guard let number = free.popLast() else {
            slots.append(Slot(value))
            return UInt64(slots.count - 1)
        }
        slots[Int(number)].value = value
        return UInt64(slots[Int(number)].generation) << 32 | UInt64(number)
    }

    /// - Returns: the value, or `nil` if it was already removed.
    @discardableResult
    @inlinable public mutating func remove(_ token: UInt64) -> Value? {
        guard let value = self[token] else { return nil }
        let number = UInt32(truncatingIfNeeded: token)
        slots[Int(number)].value = nil
        slots[Int(number)].generation &+= 1
        free.append(number)
        return value
    }

    @inlinable public subscript(token: UInt64) -> Value? {
        let number = Int(UInt32(truncatingIfNeeded: token))
        guard number < slots.count,
            slots[number].generation == UInt32(truncatingIfNeeded: token >> 32)
        else { return nil }
        return slots[number].value
    }
}
