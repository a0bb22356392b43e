/// The part of the network that somebody asks from, for limits that count by it.
///
/// It can be compared with others, and says nothing else: no address can be read from it, it is
/// another one after each start of the program, and it stands in no event and no message.
public struct Neighbour: Sendable, Hashable {
    private let number: Int

    /// - Parameter part: what tells this part of the network from others: an address.
    public init(hashing part: some Hashable) { number = part.hashValue }
}
