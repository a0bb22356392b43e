import Sync

/// The paintings that one connection has reported. It is created with the first report, so that a
/// connection without reports needs no memory for it.
final class ScreenReport {
    struct View {
        var name: String
        /// The last revision that was painted, and its hash; `nil` before the first one.
        var painted: (rev: Int, hash: UInt32, at: TimePoint)?
        /// When its copy was found to be wrong; `nil` if a right one was painted since.
        var driftedAt: Duration?
    }

    /// Usually one or two, for which an array is smallest.
    private(set) var views: [View] = []
    /// Beyond this number, the view that was reported first is forgotten.
    private static let viewCountMax = 32
    private(set) var page: String?
    private(set) var isHidden = false

    /// Notes a painting.
    ///
    /// - Returns: whether the time of this painting measures how long an event took: the page had
    ///   painted an earlier revision, and was visible all the time.
    func take(_ painting: Painting, at now: TimePoint) -> Bool {
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

    /// Forgets the wrong copies that were found up to an instant.
    func forgetDrifts(until instant: Duration) {
        for index in views.indices {
            if let at = views[index].driftedAt, at <= instant { views[index].driftedAt = nil }
        }
    }

    subscript(view: String) -> View? { views.first { $0.name == view } }

    private func index(of view: String) -> Int {
        if let index = views.firstIndex(where: { $0.name == view }) { return index }
        if views.count >= Self.viewCountMax { views.removeFirst() }
        views.append(View(name: view))
        return views.count - 1
    }
}
