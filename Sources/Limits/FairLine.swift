import DequeModule

/// A queue in which owners take turns: one element of each owner, then the next one of each.
struct FairLine<Owner: Hashable, Element> {
    private var waiting: [Owner: Deque<Element>] = [:]
    /// The owners with waiting elements, in the order of their turns.
    private var order = Deque<Owner>()
    /// The number of waiting elements of all owners.
    private(set) var count = 0

    var isEmpty: Bool { order.isEmpty }

    /// The number of waiting elements of this owner.
    func count(of owner: Owner) -> Int { waiting[owner]?.count ?? 0 }

    mutating func append(_ element: Element, of owner: Owner) {
        if waiting[owner] == nil { order.append(owner) }
        waiting[owner, default: []].append(element)
        count += 1
    }

    mutating func popFirst() -> Element? {
        guard let owner = order.popFirst(), let element = waiting[owner]?.popFirst() else {
            return nil
        }
        count -= 1
        if waiting[owner]?.isEmpty == true {
            waiting[owner] = nil
        } else {
            order.append(owner)
        }
        return element
    }
}
