import DequeModule
import Transport

/// Work that waits, to be taken address by address, one piece of each.
struct FairLine {
    private var waiting: [NetworkNeighbour: Deque<() -> Void>] = [:]
    /// Those of whom something waits, in the order in which they are served.
    private var order = Deque<NetworkNeighbour>()

    var isEmpty: Bool { order.isEmpty }

    /// Whether something of this address waits.
    func holds(_ neighbour: NetworkNeighbour) -> Bool { waiting[neighbour] != nil }

    mutating func append(_ work: @escaping () -> Void, of neighbour: NetworkNeighbour) {
        if waiting[neighbour] == nil { order.append(neighbour) }
        waiting[neighbour, default: []].append(work)
    }

    mutating func popFirst() -> (() -> Void)? {
        guard let neighbour = order.popFirst(), let work = waiting[neighbour]?.popFirst() else {
            return nil
        }
        if waiting[neighbour]?.isEmpty == true {
            waiting[neighbour] = nil
        } else {
            order.append(neighbour)
        }
        return work
    }
}
