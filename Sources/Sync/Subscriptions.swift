/// The views that one client watches, by name. Most clients watch one view or two; for them an
/// array takes less than half of a dictionary's memory.
struct Subscriptions: Sendable, Sequence {
    typealias Element = (view: String, subscription: Client.Subscription)

    private var entries: [Element] = []

    subscript(view: String) -> Client.Subscription? {
        get { index(of: view).map { entries[$0].subscription } }
        set {
            switch (index(of: view), newValue) {
            case (let index?, let subscription?): entries[index].subscription = subscription
            case (let index?, nil): entries.remove(at: index)
            case (nil, let subscription?): entries.append((view, subscription))
            case (nil, nil): break
            }
        }
    }

    /// Removes a subscription and returns it.
    mutating func remove(_ view: String) -> Client.Subscription? {
        index(of: view).map { entries.remove(at: $0).subscription }
    }

    func makeIterator() -> IndexingIterator<[Element]> { entries.makeIterator() }

    private func index(of view: String) -> Int? { entries.firstIndex { $0.view == view } }
}
