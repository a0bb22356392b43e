import Transport

/// The connections that are nobody's, with the time at which each last asked for something.
struct AnonymousPlaces {
    /// Never given to two connections.
    struct ID: Sendable, Hashable {
        fileprivate var slot: UInt32
        fileprivate var generation: UInt32
    }

    private struct Place {
        /// `nil` for one that is free.
        var neighbour: NetworkNeighbour?
        var generation: UInt32 = 0
        var busyAtMicroseconds: Int64 = 0
    }

    private var places: [Place] = []
    private var freeSlots: [UInt32] = []

    mutating func add(of neighbour: NetworkNeighbour, at now: Duration) -> ID {
        let slot = freeSlots.popLast() ?? UInt32(places.count)
        if slot == places.count { places.append(Place()) }
        places[Int(slot)].neighbour = neighbour
        places[Int(slot)].busyAtMicroseconds = now.microseconds
        return ID(slot: slot, generation: places[Int(slot)].generation)
    }

    /// Returns whose it was; `nil` when it was removed before.
    mutating func remove(_ id: ID) -> NetworkNeighbour? {
        guard holds(id) else { return nil }
        defer {
            places[Int(id.slot)].neighbour = nil
            places[Int(id.slot)].generation &+= 1
            freeSlots.append(id.slot)
        }
        return places[Int(id.slot)].neighbour
    }

    func holds(_ id: ID) -> Bool { places[Int(id.slot)].generation == id.generation }

    /// The connection asks for something.
    mutating func noteRequest(at id: ID, now: Duration) {
        if holds(id) { places[Int(id.slot)].busyAtMicroseconds = now.microseconds }
    }

    /// The connections of these neighbours that have been idle longest, at most `count` of them.
    func idlest(_ count: Int, of isMeant: (NetworkNeighbour) -> Bool) -> [ID] {
        let meant = places.indices.filter { places[$0].neighbour.map(isMeant) ?? false }
        let byIdleness = meant.sorted {
            places[$0].busyAtMicroseconds < places[$1].busyAtMicroseconds
        }
        return byIdleness.prefix(count).map {
            ID(slot: UInt32($0), generation: places[$0].generation)
        }
    }
}
