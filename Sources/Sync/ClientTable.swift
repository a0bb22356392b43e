/// Values by client, stored contiguously. A client is found without a search, because its number is
/// that of a slot (`SlotTable`), with the slot's generation in its upper half.
///
/// Inlinable, so that other modules can specialize it.
@frozen public struct ClientTable<Value> {
    /// The position in `all` of each slot's client, counted from 1; 0 for a slot without a client.
    @usableFromInline var places: [UInt32] = []
    @usableFromInline var all: [(id: ClientID, value: Value?)] = []

    @inlinable public init() {}

    @inlinable public var count: Int { all.count }
    @inlinable public var ids: [ClientID] { all.map(\.id) }
    @inlinable public var sortedIDs: [ClientID] { ids.sorted { $0.number < $1.number } }

    @inlinable public subscript(id: ClientID) -> Value? {
        get { index(of: id).flatMap { all[$0].value } }
        _modify {
            if let index = index(of: id) {
                defer { if all[index].value == nil { drop(index) } }
                yield &all[index].value
            } else {
                var value: Value?
                defer { if let value { add(value, of: id) } }
                yield &value
            }
        }
    }

    @inlinable public func contains(_ id: ClientID) -> Bool { index(of: id) != nil }

    /// Removes a value in constant time and returns it.
    @inlinable public mutating func remove(_ id: ClientID) -> Value? {
        guard let index = index(of: id) else { return nil }
        defer { drop(index) }
        return all[index].value
    }

    @inlinable func slot(of id: ClientID) -> Int { Int(UInt32(truncatingIfNeeded: id.number)) }

    @inlinable func index(of id: ClientID) -> Int? {
        let slot = slot(of: id)
        guard slot < places.count, places[slot] > 0 else { return nil }
        let index = Int(places[slot]) - 1
        return all[index].id == id ? index : nil
    }

    @inlinable mutating func add(_ value: Value, of id: ClientID) {
        let slot = slot(of: id)
        if slot >= places.count { places += repeatElement(0, count: slot + 1 - places.count) }
        precondition(places[slot] == 0, "a slot has one client at a time")
        all.append((id, value))
        places[slot] = UInt32(all.count)
    }

    @inlinable mutating func drop(_ index: Int) {
        places[slot(of: all[index].id)] = 0
        let last = all.removeLast()
        guard index < all.count else { return }
        all[index] = last
        places[slot(of: last.id)] = UInt32(index + 1)
    }
}

extension ClientTable: Sendable where Value: Sendable {}

extension ClientTable: Sequence {
    @inlinable public func makeIterator() -> some IteratorProtocol<(id: ClientID, value: Value)> {
        all.lazy.compactMap { one in one.value.map { (id: one.id, value: $0) } }.makeIterator()
    }
}
