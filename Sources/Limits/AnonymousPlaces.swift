import Clocks
import Transport

/// The anonymous connections, those without a signed-in device, with the times of their last
/// requests.
package struct AnonymousPlaces {
    /// Identifies a connection. Never reused.
    package struct ID: Sendable, Hashable {
        fileprivate var slot: UInt32
        fileprivate var generation: UInt32
    }

    private struct Place {
        /// `nil` if the place is free.
        var network: NetworkPrefix?
        var generation: UInt32 = 0
        var busyAtMicroseconds: Int64 = 0
    }

    private var places: [Place] = []
    private var freeSlots: [UInt32] = []

    mutating func add(of network: NetworkPrefix, at now: Duration) -> ID {
        let slot = freeSlots.popLast() ?? UInt32(places.count)
        if slot == places.count { places.append(Place()) }
        places[Int(slot)].network = network
        places[Int(slot)].busyAtMicroseconds = now.microseconds
        return ID(slot: slot, generation: places[Int(slot)].generation)
    }

    /// Removes a connection and returns its network; `nil` if it was already removed.
    mutating func remove(_ id: ID) -> NetworkPrefix? {
        guard holds(id) else { return nil }
        defer {
            places[Int(id.slot)].network = nil
            places[Int(id.slot)].generation &+= 1
            freeSlots.append(id.slot)
        }
        return places[Int(id.slot)].network
    }

    func holds(_ id: ID) -> Bool { places[Int(id.slot)].generation == id.generation }

    /// Records a request on the connection.
    mutating func noteRequest(at id: ID, now: Duration) {
        if holds(id) { places[Int(id.slot)].busyAtMicroseconds = now.microseconds }
    }

    /// The longest-idle connections of the matching networks, at most `count`.
    func idlest(_ count: Int, of isMeant: (NetworkPrefix) -> Bool) -> [ID] {
        let meant = places.indices.filter { places[$0].network.map(isMeant) ?? false }
        let byIdleness = meant.sorted {
            places[$0].busyAtMicroseconds < places[$1].busyAtMicroseconds
        }
        return byIdleness.prefix(count).map {
            ID(slot: UInt32($0), generation: places[$0].generation)
        }
    }
}
