/// Who needs a view that is made on demand.
struct ViewDemand: Sendable {
    /// The number of clients that watch it, including congested ones.
    var watcherCount = 0
    /// The view's parameters; `nil` for a subject's view.
    var request: ViewRequest?
}

/// A view with parameters that is being made, on another thread.
struct ViewMaking: Sendable {
    let request: ViewRequest
    /// The clients that subscribe to it, with the position that each has. Clients that already watch
    /// it get the diff.
    var waiting: [(client: ClientID, view: String, since: Position?)] = []
    /// Whether an event has changed the view since the making began.
    var isOutdated = false
    var attemptCount = 1

    /// If clients still wait after so many attempts, the venue's own thread makes the view, because
    /// no event can come in between.
    static let attemptCountMax = 3
}

/// A view that was made for `Action.make`.
public struct MadeView: Sendable {
    let key: ViewKey
    let log: Result<ViewLog, Rejection>
    /// The changes since the previous document; empty if there was none.
    let changes: [RowChange]
}

/// Views with parameters, made on demand.
extension Venue {
    /// How long an unwatched view is kept, so that a page that is reloaded can resume.
    static let unwatchedMilliseconds: Int64 = 60_000

    /// Has a view with parameters made, unless it exists.
    ///
    /// - Returns: whether it exists.
    /// - Throws: `rate_limited` if there are too many views.
    mutating func makeRequestedView(
        _ key: ViewKey, _ request: ViewRequest, for id: ClientID
    ) throws(Rejection) -> Bool {
        let watched = clients[id]?.subscriptions.count { entry in
            entry.subscription.key.map { demand[$0]?.request != nil } ?? false
        }
        if watched ?? 0 >= limits.requestedViewsPerClient {
            throw Rejection(.rateLimited, .tooManyViewsHere)
        }
        if making[key] != nil { return false }
        if views[key] != nil { return true }
        let newCount = making.keys.count { views[$0] == nil }
        if requestedKeys.count + newCount >= limits.requestedViews {
            guard let oldest = unwatched.first else {
                throw Rejection(.rateLimited, .tooManyViews)
            }
            forget(oldest.key)
        }
        begin(ViewMaking(request: request), of: key)
        return false
    }

    private mutating func begin(_ view: ViewMaking, of key: ViewKey) {
        let make = requestedLog(key, view.request)
        let before = views[key]
        making[key] = view
        actions.append(
            .make {
                let log = Result { () throws(Rejection) in try make() }
                let changes = (try? log.get()).flatMap { before?.changes(to: $0) }
                return MadeView(key: key, log: log, changes: changes ?? [])
            })
    }

    /// Takes a view that was made: shows it to those who watch it, and subscribes those who wait for
    /// it. If an event has changed it meanwhile, it is made again.
    public mutating func made(_ view: MadeView, at now: Instant) -> [Action] {
        let key = view.key
        guard let made = making.removeValue(forKey: key) else { return [] }
        var log = view.log
        if made.isOutdated {
            guard !made.waiting.isEmpty, made.attemptCount >= ViewMaking.attemptCountMax else {
                makeAgain(made, after: view)
                return takeActions()
            }
            workRecord?.note(made.request.view)
            log = Result { () throws(Rejection) in try requestedLog(key, made.request)() }
        }
        if views[key] == nil { log = log.flatMap { admitted($0) } }
        switch log {
        case .success(let log) where views[key] != nil:
            update(key, to: log, made.isOutdated ? views[key]?.changes(to: log) : view.changes)
        case .success(let log):
            views[key] = log
            demand[key] = ViewDemand(request: made.request)
            requestedKeys.append(key)
            unwatched.append((key, now))
        case .failure(let reason): if views[key] != nil { end(key, because: reason) }
        }
        answerPings(awaiting: key)
        for (id, name, since) in made.waiting where clients[id] != nil {
            clients[id]?.isHeld = false
            switch log {
            case .success: subscribe(id, to: name, since: since, at: now)
            case .failure(let reason): actions.append(.send(id, Self.refusal(reason, of: name)))
            }
            resume(id, at: now)
        }
        return takeActions()
    }

    /// Makes room for a new view, in place of those that nobody watches.
    ///
    /// - Returns: a refusal if those that are watched leave no room for it.
    private mutating func admitted(_ log: ViewLog) -> Result<ViewLog, Rejection> {
        var bytes = requestedKeys.reduce(log.byteCount) { $0 + (views[$1]?.byteCount ?? 0) }
        while bytes > limits.requestedViewsBytes {
            guard let oldest = unwatched.first?.key else {
                return .failure(Rejection(.rateLimited, .tooManyViews))
            }
            bytes -= views[oldest]?.byteCount ?? 0
            forget(oldest)
        }
        return .success(log)
    }

    /// Makes a view again that is outdated. Those who watch it see it as it was in between.
    private mutating func makeAgain(_ made: ViewMaking, after view: MadeView) {
        let key = view.key
        if case .success(let log) = view.log, views[key] != nil {
            update(key, to: log, view.changes)
            answerPings(awaiting: key, through: log.rev)
        }
        var again = ViewMaking(request: made.request, waiting: made.waiting)
        again.attemptCount = made.attemptCount + 1
        begin(again, of: key)
    }

    private mutating func update(_ key: ViewKey, to log: ViewLog, _ changes: [RowChange]?) {
        var frames: [ViewFrame] = []
        change(key, frames: &frames) { view, _ in view.update(to: log, changes ?? []) }
        actions += audience.broadcasts(of: frames)
    }

    /// Makes the log of a view with parameters, as of now, on any thread. Nothing is known of its
    /// past, so its revision is the venue's.
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

    /// Counts one more client that watches the view.
    mutating func retain(_ key: ViewKey) {
        guard let count = demand[key]?.watcherCount else { return }
        demand[key]?.watcherCount = count + 1
        if count == 0 { unwatched.removeAll { $0.key == key } }
    }

    /// Counts one client less that watches the view.
    mutating func release(_ key: ViewKey, at now: Instant) {
        guard let wanted = demand[key] else { return }
        if wanted.watcherCount > 1 {
            demand[key]?.watcherCount -= 1
        } else if wanted.request == nil {
            forget(key)
        } else {
            demand[key]?.watcherCount = 0
            unwatched.append((key, now))
        }
    }

    /// Removes the views that nobody has watched for long enough.
    mutating func dropUnwatched(at now: Instant) {
        while let due = unwatchedDue, due <= now, let first = unwatched.first { forget(first.key) }
    }

    /// When the next unwatched view is removed.
    var unwatchedDue: Instant? {
        unwatched.first?.since.adding(milliseconds: Self.unwatchedMilliseconds)
    }

    private mutating func forget(_ key: ViewKey) {
        views[key] = nil
        audience.removeAll(of: key)
        folds[key] = nil
        unsent.removeAll { $0 == key }
        answerPings(awaiting: key)
        if demand.removeValue(forKey: key)?.request != nil {
            requestedKeys.removeAll { $0 == key }
            unwatched.removeAll { $0.key == key }
        } else if let subject = key.subject {
            boardOfView[key.name].map { watchedSubjects[$0]?.remove(subject) }
        }
    }

    /// Updates the views with parameters for an event.
    ///
    /// - Parameter only: the index of the one board that has applied the event; `nil` for all
    ///   boards.
    mutating func showRequested(_ event: Event, of only: Int?, frames: inout [ViewFrame]) {
        for (key, made) in making where !made.isOutdated {
            guard let index = boardOfView[made.request.view], only == nil || only == index else {
                continue
            }
            let changes = shown[index].changes(in: made.request, by: event)
            making[key]?.isOutdated = changes?.isEmpty != true
        }
        for key in requestedKeys where making[key] == nil {
            guard let request = demand[key]?.request, let index = boardOfView[request.view],
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
                        return begin(ViewMaking(request: request), of: key)
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

    /// Ends a view that has nothing to show any more.
    mutating func end(_ key: ViewKey, because reason: Rejection) {
        let current = audience.clients(of: key)
        for id in current {
            _ = clients[id]?.subscriptions.remove(key.name)
            actions.append(.send(id, Self.refusal(reason, of: key.name)))
        }
        watchers.remove(key.name, count: demand[key]?.watcherCount ?? 0)
        if demand[key]?.watcherCount != current.count {
            for (id, client) in clients {
                guard case .behind(key, _) = client.subscriptions[key.name] else { continue }
                clients[id]?.subscriptions[key.name] = client.isCongested ? .ended(reason) : nil
                if client.isCongested { continue }
                actions.append(.send(id, Self.refusal(reason, of: key.name)))
            }
        }
        forget(key)
    }

    /// The message to a client that can't have a view.
    static func refusal(_ reason: Rejection, of view: String) -> ServerMessage {
        let code: ServerMessage.ErrorCode =
            switch reason.code {
            case .invalid: .invalid
            case .forbidden: .forbidden
            case .rateLimited: .rateLimited
            case .unavailable: .unavailable
            default: .notFound
            }
        return .error(code: code, message: reason.message ?? "There is no such view", view: view)
    }
}
