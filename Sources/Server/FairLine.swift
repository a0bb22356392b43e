import DequeModule

/// Elements that wait, and are taken owner by owner, one of each.
struct FairLine<Owner: Hashable, Element> {
    private var waiting: [Owner: Deque<Element>] = [:]
    /// Those who have something waiting, in the order in which they are served.
    private var order = Deque<Owner>()
    /// How many elements wait, of all owners.
    private(set) var count = 0

    var isEmpty: Bool { order.isEmpty }

    /// How many elements of this owner wait.
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
