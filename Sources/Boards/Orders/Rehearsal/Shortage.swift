/// A dish that runs low, sells out, and is there again later.
struct Shortage {
    let dish: Int
    /// When its portions are counted.
    let start: Int
    let portions: Int
    /// When there is plenty of it again; `nil` while some are left.
    private(set) var end: Int?
    private let soldOutFor: Int
    private var left: Int
    private var lastPlacedAt = 0

    init(of dish: Int, from start: Int, portions: Int, soldOutFor: Int) {
        self.dish = dish
        self.start = start
        self.portions = portions
        self.soldOutFor = soldOutFor
        left = portions
    }

    /// Takes one portion of a dish, for a round that begins to be ordered and is placed within these
    /// seconds. Rounds must come in the order in which they begin.
    ///
    /// - Returns: `false` if there may be none left by the time the round is placed.
    mutating func take(_ dish: Int, within seconds: ClosedRange<Int>) -> Bool {
        guard dish == self.dish, seconds.upperBound >= start, seconds.lowerBound <= end ?? .max
        else { return true }
        guard seconds.lowerBound >= start, left > 0 else { return false }
        left -= 1
        return true
    }

    /// A round is placed.
    mutating func place(at second: Int) {
        lastPlacedAt = max(lastPlacedAt, second)
        if left == 0, end == nil { end = lastPlacedAt + soldOutFor }
    }
}
