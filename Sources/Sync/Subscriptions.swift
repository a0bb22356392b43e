/// The views that one client watches. Most clients watch one, which needs no array.
struct Subscriptions: Sendable, Sequence {
    private var first: Client.Subscription?
    private var others: [Client.Subscription] = []

    subscript(view: String) -> Client.Subscription? {
        if let first, first.view == view { return first }
        return others.first { $0.view == view }
    }

    /// Adds a subscription, which replaces one to the same view.
    mutating func set(_ subscription: Client.Subscription) {
        let view = subscription.view
        if first == nil || first?.view == view {
            first = subscription
        } else if let index = others.firstIndex(where: { $0.view == view }) {
            others[index] = subscription
        } else {
            others.append(subscription)
        }
    }

    @discardableResult
    mutating func remove(_ view: String) -> Client.Subscription? {
        if let removed = first, removed.view == view {
            first = others.isEmpty ? nil : others.removeFirst()
            return removed
        }
        return others.firstIndex { $0.view == view }.map { others.remove(at: $0) }
    }

    func makeIterator() -> IndexingIterator<[Client.Subscription]> {
        ((first.map { [$0] } ?? []) + others).makeIterator()
    }
}
