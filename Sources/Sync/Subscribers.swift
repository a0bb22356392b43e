/// The clients that get every diff of a view: an array to walk, with removal at constant cost.
struct Subscribers: Sendable {
    private(set) var all: [ClientID] = []
    private var positions: [ClientID: Int] = [:]

    mutating func insert(_ client: ClientID) {
        guard positions[client] == nil else { return }
        positions[client] = all.count
        all.append(client)
    }

    mutating func remove(_ client: ClientID) {
        guard let position = positions.removeValue(forKey: client) else { return }
        let last = all.removeLast()
        guard last != client else { return }
        all[position] = last
        positions[last] = position
    }
}
