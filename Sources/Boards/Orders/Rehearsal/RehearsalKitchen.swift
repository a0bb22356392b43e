/// The cooks of a rehearsal. Every station has the same number of them. A cook makes what a station
/// has to make for one round, and then goes on to the next.
struct RehearsalKitchen {
    /// Where dishes take little time.
    private static let quickStation = "bar"

    private let cookCount: Int
    /// When each cook of a station is free.
    private var freeAt: [String: [Int]] = [:]

    init(cookCount: Int) { self.cookCount = cookCount }

    /// Returns when a station begins with what was placed at a second, and when it is done.
    mutating func make(
        at station: String, placedAt second: Int, using random: inout SplitMix64
    ) -> (start: Int, end: Int) {
        var cooks = freeAt[station] ?? Array(repeating: 0, count: cookCount)
        let next = cooks.indices.min { cooks[$0] < cooks[$1] } ?? 0
        let start = max(second + 15 + random.next(below: 75), cooks[next])
        let isQuick = station == Self.quickStation
        let end = start + (isQuick ? 60 + random.next(below: 120) : 360 + random.next(below: 480))
        cooks[next] = end
        freeAt[station] = cooks
        return (start, end)
    }
}
