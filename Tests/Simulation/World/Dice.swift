import TestSupport

/// Randomness that depends only on the seed. Each actor has separate dice, so that its actions do
/// not affect the luck of others.
struct Dice {
    private var generator: SeededGenerator

    init(seed: UInt64, lane: Int) {
        var first = SeededGenerator(seed: seed)
        let step = UInt64(truncatingIfNeeded: lane) &* 0xD1B5_4A32_D192_ED03
        generator = SeededGenerator(seed: first.next() &+ step)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.randomElement(using: &generator)
    }
}
