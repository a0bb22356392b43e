/// A view with parameters that another thread is making.
struct ViewMaking: Sendable {
    let request: ViewRequest
    /// The venue's revision that it shows.
    let rev: Int
    /// The venue's revision of the document that its watchers have.
    let shownRev: Int
    /// The clients that subscribe to it. Clients that already watch it get the diff.
    fileprivate(set) var waiting: [Waiting] = []
    /// The clients that subscribed after it became outdated. They wait for the next making, because
    /// they may have seen the event.
    fileprivate var waitingForNext: [Waiting] = []
    /// Whether an event has changed the view since the making began.
    var isOutdated = false

    struct Waiting: Sendable {
        let client: ClientID
        let view: String
        /// The revision that the client has.
        let since: Position?
    }

    mutating func add(_ client: Waiting) {
        if isOutdated { waitingForNext.append(client) } else { waiting.append(client) }
    }
}

/// A view that was made for `Action.make`.
public struct MadeView: Sendable {
    let key: ViewKey
    let log: Result<ViewLog, Rejection>
    /// The changes since the previous document; empty without one.
    let changes: [RowChange]
}

/// Views with parameters, made on demand.
extension Venue {
    /// Starts making a view with parameters, unless it exists.
    ///
    /// - Returns: whether it exists.
    /// - Throws: `rate_limited` if there are too many views.
    mutating func makeRequestedView(
        _ key: ViewKey, _ request: ViewRequest, for id: ClientID
    ) throws(Rejection) -> Bool {
        let requested = (edge.clients[id]?.subscriptions ?? Subscriptions()).count { subscription in
            subscription.key.map { watched.request(of: $0) != nil } ?? false
        }
        if requested >= limits.requestedViewsPerClient {
            throw Rejection(.rateLimited, .tooManyViewsHere)
        }
        if making[key] != nil { return false }
        if views[key] != nil { return true }
        let newCount = making.keys.count { views[$0] == nil }
        if watched.requestedKeys.count + newCount >= limits.requestedViews {
            guard let oldest = watched.longestUnwatched else {
                throw Rejection(.rateLimited, .tooManyViews)
            }
            forget(oldest)
        }
        begin(key, request, shownRev: rev)
        return false
    }

    /// - Parameter shownRev: the venue's revision of the document that the watchers have.
    private mutating func begin(
        _ key: ViewKey, _ request: ViewRequest, shownRev: Int,
        for waiting: [ViewMaking.Waiting] = []
    ) {
        let make = requestedLog(key, request)
        let before = views[key]
        making[key] = ViewMaking(
            request: request, rev: rev, shownRev: shownRev, waiting: waiting)
        actions.append(
            .make {
                let log = Result { () throws(Rejection) in try make() }
                let changes = (try? log.get()).flatMap { before?.changes(to: $0) }
                return MadeView(key: key, log: log, changes: changes ?? [])
            })
    }

    /// Shows a view that was made to its watchers, and subscribes the clients that wait for it.
    /// They see it as of when the making began. If an event has changed it since, it is made again,
    /// and they get the diff.
    public mutating func made(_ view: MadeView, at now: Instant) -> [Action] {
        let key = view.key
        guard let made = making.removeValue(forKey: key) else { return [] }
        let log = views[key] == nil ? view.log.flatMap { admitted($0) } : view.log
        switch log {
        case .success(let log) where views[key] != nil: update(key, to: log, view.changes)
        case .success(let log):
            views[key] = log
            watched.add(key, made.request, at: now)
        case .failure(let reason): if views[key] != nil { end(key, because: reason) }
        }
        for waiting in made.waiting where edge.clients[waiting.client] != nil {
            subscribe(waiting, to: key, log)
        }
        if made.isOutdated, views[key] != nil || !made.waitingForNext.isEmpty {
            begin(key, made.request, shownRev: made.rev, for: made.waitingForNext)
        }
        edge.answerPings(awaiting: key, making, into: &actions)
        for waiting in made.waiting where edge.clients[waiting.client] != nil {
            resume(waiting.client, at: now)
        }
        return takeActions()
    }

    /// Makes room for a new view by removing views that nobody watches.
    ///
    /// - Returns: a refusal if the watched views leave no room for it.
    private mutating func admitted(_ log: ViewLog) -> Result<ViewLog, Rejection> {
        var bytes = watched.requestedKeys.reduce(log.byteCount) { $0 + (views[$1]?.byteCount ?? 0) }
        while bytes > limits.requestedViewsBytes {
            guard let oldest = watched.longestUnwatched else {
                return .failure(Rejection(.rateLimited, .tooManyViews))
            }
            bytes -= views[oldest]?.byteCount ?? 0
            forget(oldest)
        }
        return .success(log)
    }

    private mutating func update(_ key: ViewKey, to log: ViewLog, _ changes: [RowChange]) {
        var frames: [ViewFrame] = []
        change(key, frames: &frames) { view, _ in view.update(to: log, changes) }
        actions += edge.broadcasts(of: frames)
    }

    /// Returns a function that makes the log of a view with parameters, as of now, on any thread.
    /// The view's past is unknown, so its revision is the venue's.
    func requestedLog(
        _ key: ViewKey, _ request: ViewRequest
    ) -> @Sendable () throws(Rejection) -> ViewLog {
        guard let board = board(ofView: request.view) else {
            return { () throws(Rejection) in throw Self.noSuchView }
        }
        let timeline = timeline(ofView: request.view)
        return { [workRecord] () throws(Rejection) in
            let document = try Self.work(on: request, notedIn: workRecord) {
                () throws(Rejection) in try board.document(of: request)
            }
            return ViewLog(
                of: key, epoch: timeline.epoch, document: document,
                rev: timeline.rev, changedAt: timeline.at, maskedBy: key.isMasked ? board : nil)
        }
    }

    /// Removes a watcher of a view, and the view itself if it is no longer needed.
    mutating func release(_ key: ViewKey, at now: Instant) {
        if watched.release(key, at: now) { forget(key) }
    }

    /// Removes the views that nobody has watched for long enough.
    mutating func dropUnwatched(at now: Instant) {
        while let due = watched.unwatchedDue, due <= now, let key = watched.longestUnwatched {
            forget(key)
        }
    }

    private mutating func forget(_ key: ViewKey) {
        views[key] = nil
        edge.forget(key)
        edge.answerPings(awaiting: key, making, into: &actions)
        if !watched.remove(key), let subject = key.subject {
            catalogue.boardIndex(ofView: key.name).map { watchedSubjects[$0]?.remove(subject) }
        }
    }

    /// Updates the views with parameters for an event.
    ///
    /// - Parameter only: the index of the one board that has applied the event; `nil` for all
    ///   boards.
    mutating func showRequested(_ event: Event, of only: Int?, frames: inout [ViewFrame]) {
        for (key, made) in making where !made.isOutdated {
            guard let index = catalogue.boardIndex(ofView: made.request.view),
                only == nil || only == index
            else {
                continue
            }
            let changes = shown[index].changes(in: made.request, by: event)
            making[key]?.isOutdated = changes?.isEmpty != true
        }
        for key in watched.requestedKeys where making[key] == nil {
            guard let request = watched.request(of: key),
                let index = catalogue.boardIndex(ofView: request.view),
                only == nil || only == index
            else { continue }
            let board = shown[index]
            let renumbered = only == nil ? renumbered(event, byBoard: index) : event
            workRecord?.note(request.view)
            do throws(Rejection) {
                try Self.work(on: request, notedIn: workRecord) { () throws(Rejection) in
                    if let changes = board.changes(in: request, by: event) {
                        if changes.isEmpty { return }
                        return show(changes, in: key, of: renumbered, frames: &frames)
                    }
                    // Another thread makes the whole document, which may take long.
                    if only == nil, isJournaled(view: request.view) {
                        return begin(key, request, shownRev: rev - 1)
                    }
                    let document = try board.document(of: request)
                    change(key, frames: &frames) { log, _ in
                        log.update(to: document, by: renumbered)
                    }
                }
            } catch {
                end(key, because: error)
            }
        }
    }

    /// Ends a view that has nothing left to show.
    mutating func end(_ key: ViewKey, because reason: Rejection) {
        edge.end(
            key, because: reason, watcherCount: watched.watcherCount(of: key), into: &actions)
        watched.end(key)
        forget(key)
    }
}
