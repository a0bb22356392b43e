import Sync

/// The receivers of a venue's messages. A client's number contains its place, so that a broadcast
/// finds each receiver without a look-up.
struct SinkTable {
    /// The lowest bits of a client's number. No machine has more connections.
    private static let placeBits: UInt64 = 24

    private var places: [(id: ClientID, sink: any ClientSink)?] = []
    private var free: [Int] = []

    var count: Int { places.count - free.count }

    var all: [any ClientSink] { places.compactMap { $0?.sink } }

    subscript(id: ClientID) -> (any ClientSink)? {
        guard let place = place(of: id) else { return nil }
        return places[place]?.sink
    }

    /// - Parameter number: greater than that of any client before.
    mutating func insert(_ sink: any ClientSink, number: UInt64) -> ClientID {
        if free.isEmpty {
            precondition(places.count < 1 << Self.placeBits, "a venue has too many clients")
            free.append(places.count)
            places.append(nil)
        }
        let place = free.removeLast()
        let id = ClientID(number: number << Self.placeBits | UInt64(place))
        places[place] = (id, sink)
        return id
    }

    /// - Returns: whether the client was there.
    @discardableResult
    mutating func remove(_ id: ClientID) -> Bool {
        guard let place = place(of: id) else { return false }
        places[place] = nil
        free.append(place)
        return true
    }

    private func place(of id: ClientID) -> Int? {
        let place = Int(id.number & (1 << Self.placeBits - 1))
        return place < places.count && places[place]?.id == id ? place : nil
    }
}
