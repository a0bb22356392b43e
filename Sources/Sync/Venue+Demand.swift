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
    /// Those who subscribe to it, and the position that each has.
    var waiting: [(client: ClientID, view: String, since: Position?)] = []
    /// Whether an event has changed the view since the making began.
    var isOutdated = false
    var attemptCount = 1

    /// After these, the view is made by the venue's own thread, which no event interrupts.
    static let attemptCountMax = 3
}

/// A view that was made for `Action.make`.
public struct MadeView: Sendable {
    let key: ViewKey
    let log: Result<ViewLog, Rejection>
}

/// Views with parameters, made on demand.
extension Venue {
    /// How long an unwatched view is kept, so that a page that is reloaded can resume.
    static let unwatchedMilliseconds: Int64 = 60_000

    /// Has a view with parameters made, unless it exists.
    ///
    /// - Returns: whether it exists.
    /// - Throws: `not_found`, or `rate_limited` if there are too many views.
    mutating func makeRequestedView(
        _ key: ViewKey, _ request: ViewRequest, for id: ClientID
    ) throws(Rejection) -> Bool {
        let watched = clients[id]?.subscriptions.count { entry in
            entry.subscription.key.map { demand[$0]?.request != nil } ?? false
        }
        if watched ?? 0 >= limits.requestedViewsPerClient {
            throw Rejection(.rateLimited, .tooManyViewsHere)
        }
        if views[key] != nil { return true }
        if making[key] != nil { return false }
        if requestedKeys.count + making.count >= limits.requestedViews {
            guard let oldest = unwatched.first else {
                throw Rejection(.rateLimited, .tooManyViews)
            }
            forget(oldest.key)
        }
        let make = try requestedLog(key, request)
        making[key] = ViewMaking(request: request)
        begin(making: key, make)
        return false
    }

    private mutating func begin(
        making key: ViewKey, _ make: @escaping @Sendable () throws(Rejection) -> ViewLog
    ) {
        actions.append(
            .make {
                MadeView(key: key, log: Result { () throws(Rejection) in try make() })
            })
    }

    /// Takes a view that was made, and subscribes those who wait for it. If an event has changed it
    /// meanwhile, it is made again.
    public mutating func made(_ view: MadeView, at now: Instant) -> [Action] {
        let key = view.key
        guard var made = making[key] else { return [] }
        var log = view.log
        if made.isOutdated {
            made.isOutdated = false
            made.attemptCount += 1
            let make = Result { () throws(Rejection) in try requestedLog(key, made.request) }
            if case .success(let make) = make, made.attemptCount <= ViewMaking.attemptCountMax {
                making[key] = made
                begin(making: key, make)
                return takeActions()
            }
            workRecord?.note(made.request.view)
            log = Result { () throws(Rejection) in try make.get()() }
        }
        making[key] = nil
        if case .success(let log) = log {
            views[key] = log
            demand[key] = ViewDemand(request: made.request)
            requestedKeys.append(key)
            unwatched.append((key, now))
        }
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

    /// Makes the log of a view with parameters, as of now, on any thread. Nothing is known of its
    /// past, so its revision is the venue's.
    func requestedLog(
        _ key: ViewKey, _ request: ViewRequest
    ) throws(Rejection) -> @Sendable () throws(Rejection) -> ViewLog {
        guard let board = board(ofView: request.view) else { throw Self.noSuchView }
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
        for key in requestedKeys {
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
