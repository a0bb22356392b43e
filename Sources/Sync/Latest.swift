/// A collection of the latest elements. Once it is full, each new element replaces the oldest.
struct Latest<Element: Sendable>: RandomAccessCollection, Sendable {
    private let countMax: Int
    private var ring: [Element] = []
    /// The position of the oldest element in the ring.
    private var first = 0

    init(atMost countMax: Int) { self.countMax = countMax }

    var startIndex: Int { 0 }
    var endIndex: Int { ring.count }

    /// The element at a position in order, where the oldest is at 0.
    subscript(position: Int) -> Element {
        let place = first + position
        return ring[place < ring.count ? place : place - ring.count]
    }

    /// Appends an element, and returns the one that it replaced, if any.
    @discardableResult mutating func append(_ element: Element) -> Element? {
        guard ring.count == countMax else {
            ring.append(element)
            return nil
        }
        let oldest = ring[first]
        ring[first] = element
        first = (first + 1) % countMax
        return oldest
    }

    mutating func reserveCapacity(_ count: Int) { ring.reserveCapacity(Swift.min(count, countMax)) }
}
