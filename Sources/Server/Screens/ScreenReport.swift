import Sync

/// What one connection has said of what it paints. Made when it first says something, so that a
/// connection that reports nothing takes no room for what it might.
final class ScreenReport {
    struct View {
        var name: String
        /// The revision that was painted last, and its hash; `nil` before the first.
        var painted: (rev: Int, hash: UInt32, at: Moment)?
        /// When its copy was found to be wrong, unless a right one was painted since.
        var driftedAt: Duration?
    }

    /// One or two, so an array is the smallest.
    private(set) var views: [View] = []
    private(set) var page: String?
    private(set) var isHidden = false

    /// - Returns: whether it is news that came on the way from a tap: the page had painted an earlier
    ///   revision before, and was in sight all the time.
    func take(_ painting: Painting, at now: Moment) -> Bool {
        let index = index(of: painting.view)
        let earlier = views[index].painted
        let wasHidden = isHidden
        if let page = painting.page { self.page = page }
        isHidden = painting.isHidden
        if let earlier, earlier.rev > painting.rev { return false }
        let at = now.earlier(by: .milliseconds(painting.agoMilliseconds))
        let isNew = earlier.map { $0.rev < painting.rev } ?? false
        if earlier?.rev != painting.rev || earlier?.hash != painting.hash {
            views[index].painted = (painting.rev, painting.hash, at)
        }
        switch painting.isRight {
        case true: views[index].driftedAt = nil
        case false: views[index].driftedAt = now.elapsed
        case nil: break
        }
        return isNew && !wasHidden && !painting.isHidden
    }

    func drifted(_ view: String, at now: Duration) {
        views[index(of: view)].driftedAt = now
    }

    /// It was spoken of for long enough.
    func forgetDrifts(until instant: Duration) {
        for index in views.indices {
            if let at = views[index].driftedAt, at <= instant { views[index].driftedAt = nil }
        }
    }

    subscript(view: String) -> View? { views.first { $0.name == view } }

    private func index(of view: String) -> Int {
        if let index = views.firstIndex(where: { $0.name == view }) { return index }
        views.append(View(name: view))
        return views.count - 1
    }
}
