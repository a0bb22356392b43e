import OrderedCollections

/// The edge's side of the views: the clients that get every frame of each view. Clients that can't
/// keep up are left out until they have drained.
struct Audience: Sendable {
    private var subscribers: [ViewKey: Subscribers] = [:]

    var isEmpty: Bool { subscribers.isEmpty }

    func watches(_ view: ViewKey) -> Bool { subscribers[view] != nil }

    func clients(of view: ViewKey) -> [ClientID] { subscribers[view]?.all ?? [] }

    mutating func insert(_ client: ClientID, of view: ViewKey) {
        subscribers[view, default: Subscribers()].insert(client)
    }

    mutating func remove(_ client: ClientID, of view: ViewKey) {
        subscribers[view]?.remove(client)
        if subscribers[view]?.all.isEmpty == true { subscribers[view] = nil }
    }

    mutating func removeAll(of view: ViewKey) { subscribers[view] = nil }

    /// Combines the frames of each view into one broadcast to everybody who watches it.
    func broadcasts(of frames: [ViewFrame]) -> [Action] {
        var places: [ViewKey: Int] = [:]
        var pieces: [(clients: [ClientID], messages: [[UInt8]])] = []
        for frame in frames {
            if let place = places[frame.view] {
                pieces[place].messages.append(frame.bytes)
            } else if let clients = subscribers[frame.view]?.all {
                places[frame.view] = pieces.count
                pieces.append((clients, [frame.bytes]))
            }
        }
        return pieces.map { .broadcast($0.clients, $0.messages) }
    }
}

/// The clients that get every diff of a view. Removing a client takes constant time.
struct Subscribers: Sendable {
    private var clients: OrderedSet<ClientID> = []

    var all: [ClientID] { clients.elements }

    mutating func insert(_ client: ClientID) { clients.append(client) }

    mutating func remove(_ client: ClientID) {
        guard let index = clients.firstIndex(of: client) else { return }
        clients.swapAt(index, clients.count - 1)
        clients.removeLast()
    }
}
