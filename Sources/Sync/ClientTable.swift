public import OrderedCollections

/// Values by client. They are contiguous, which takes half of the memory of a dictionary.
///
/// It is inlinable so that other modules can specialize it.
@frozen public struct ClientTable<Value> {
    @usableFromInline var all: OrderedDictionary<ClientID, Value> = [:]

    @inlinable public init() {}

    @inlinable public var count: Int { all.count }
    @inlinable public var ids: [ClientID] { all.keys.elements }
    @inlinable public var sortedIDs: [ClientID] { all.keys.sorted { $0.number < $1.number } }

    @inlinable public subscript(id: ClientID) -> Value? {
        get { all[id] }
        _modify { yield &all[id] }
    }

    /// Removes a value in constant time and returns it.
    @inlinable public mutating func remove(_ id: ClientID) -> Value? {
        guard let index = all.index(forKey: id) else { return nil }
        all.swapAt(index, all.count - 1)
        return all.removeLast().value
    }
}

extension ClientTable: Sendable where Value: Sendable {}

extension ClientTable: Sequence {
    @frozen public struct Iterator: IteratorProtocol {
        @usableFromInline var all: OrderedDictionary<ClientID, Value>.Iterator

        @inlinable init(_ table: ClientTable) { all = table.all.makeIterator() }

        @inlinable public mutating func next() -> (id: ClientID, value: Value)? {
            all.next().map { ($0.key, $0.value) }
        }
    }

    @inlinable public func makeIterator() -> Iterator { Iterator(self) }
}
