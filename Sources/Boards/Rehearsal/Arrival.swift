/// The arrival of a party at the restaurant.
public struct Arrival: Sendable, Equatable {
    /// Seconds since midnight, by the restaurant's clock.
    public var second: Int
    /// The number of people, 1 to 99.
    public var size: Int

    public init(second: Int, size: Int) {
        self.second = second
        self.size = size
    }
}

extension Arrival {
    /// The usual number of arrivals in each half hour from 17:00 on.
    private static let halfHours = [3, 4, 6, 7, 9, 9, 7, 5, 3, 1]
    private static let sizeWeights = [1: 3, 2: 44, 3: 16, 4: 20, 5: 7, 6: 5, 7: 2, 8: 2, 10: 1]

    /// Returns an evening from 17:00 to 22:00 with about fifty parties, most of two to four people.
    public static func evening(using random: inout SplitMix64) -> [Arrival] {
        let sizes = sizeWeights.keys.sorted()
        let weights = sizes.map { sizeWeights[$0] ?? 0 }
        var arrivals: [Arrival] = []
        for (index, usual) in halfHours.enumerated() {
            for _ in 0..<max(1, usual - 1 + random.next(below: 3)) {
                let second = 17 * 3_600 + index * 1_800 + random.next(below: 1_800)
                let size = sizes[random.index(weights: weights)]
                arrivals.append(Arrival(second: second, size: size))
            }
        }
        return arrivals.sorted { $0.second < $1.second }
    }
}
