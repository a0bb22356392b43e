/// The number of clients that watch each view. Views that are made on demand exist while somebody
/// watches them, and those with parameters a while longer.
struct WatchedViews: Sendable {
    private struct Demand: Sendable {
        /// The number of clients that watch it, including congested ones.
        var watcherCount = 0
        /// The view's parameters; `nil` for a subject's view.
        var request: ViewRequest?
    }

    /// How long an unwatched view is kept, so that a page that is reloaded can resume.
    private static let unwatchedMilliseconds: Int64 = 60_000

    private(set) var counts = WatcherCounts()
    private var demand: [ViewKey: Demand] = [:]
    /// The views with parameters, oldest first.
    private(set) var requestedKeys: [ViewKey] = []
    /// The views with parameters that nobody watches, and since when.
    private var unwatched: [(key: ViewKey, since: Instant)] = []

    /// Whether nobody watches anything.
    var isDeserted: Bool {
        counts.boards.isEmpty && demand.values.allSatisfy { $0.watcherCount == 0 }
    }

    /// Adds a view with parameters, which nobody watches yet.
    mutating func add(_ key: ViewKey, _ request: ViewRequest, at now: Instant) {
        demand[key] = Demand(request: request)
        requestedKeys.append(key)
        unwatched.append((key, now))
    }

    /// Adds the view of a subject.
    mutating func add(ofSubject key: ViewKey) { demand[key] = Demand() }

    /// Removes a view that was made on demand.
    ///
    /// - Returns: whether it had parameters.
    mutating func remove(_ key: ViewKey) -> Bool {
        guard demand.removeValue(forKey: key)?.request != nil else { return false }
        requestedKeys.removeAll { $0 == key }
        unwatched.removeAll { $0.key == key }
        return true
    }

    /// The parameters of a view that was requested with some.
    func request(of key: ViewKey) -> ViewRequest? { demand[key]?.request }

    /// The number of clients that watch a view; `nil` if it is not made on demand.
    func watcherCount(of key: ViewKey) -> Int? { demand[key]?.watcherCount }

    /// Adds a watcher of the view.
    mutating func retain(_ key: ViewKey) {
        counts.add(key.name)
        guard let count = demand[key]?.watcherCount else { return }
        demand[key]?.watcherCount = count + 1
        if count == 0 { unwatched.removeAll { $0.key == key } }
    }

    /// Removes a watcher of the view.
    ///
    /// - Returns: whether the view is no longer needed.
    mutating func release(_ key: ViewKey, at now: Instant) -> Bool {
        counts.remove(key.name)
        guard let wanted = demand[key] else { return false }
        if wanted.watcherCount > 1 {
            demand[key]?.watcherCount -= 1
            return false
        }
        if wanted.request == nil { return true }
        demand[key]?.watcherCount = 0
        unwatched.append((key, now))
        return false
    }

    /// Sets the number of a view's watchers to zero, because it has ended.
    mutating func end(_ key: ViewKey) {
        counts.remove(key.name, count: demand[key]?.watcherCount ?? 0)
    }

    /// The view with parameters that nobody has watched for longest.
    var longestUnwatched: ViewKey? { unwatched.first?.key }

    /// When that view is no longer needed.
    var unwatchedDue: Instant? {
        unwatched.first?.since.adding(milliseconds: Self.unwatchedMilliseconds)
    }

    mutating func clockWasSetBack(to now: Instant) {
        for index in unwatched.indices { unwatched[index].since = min(unwatched[index].since, now) }
    }
}

/// The number of clients that watch each view, and the boards of the watched views.
public struct WatcherCounts: Sendable {
    private var clientCounts: [String: Int] = [:]
    /// The number of watched views of each board, not counting `<board>/display`.
    private var viewCounts: [String: Int] = [:]
    /// The boards with a view that somebody watches, not counting `<board>/display`.
    public private(set) var boards: Set<String> = []

    mutating func add(_ view: String) {
        let count = clientCounts[view, default: 0]
        clientCounts[view] = count + 1
        guard count == 0, let board = Self.board(ofView: view) else { return }
        viewCounts[board, default: 0] += 1
        boards.insert(board)
    }

    mutating func remove(_ view: String, count: Int = 1) {
        guard count > 0, let known = clientCounts[view] else { return }
        clientCounts[view] = known > count ? known - count : nil
        guard known <= count, let board = Self.board(ofView: view),
            let views = viewCounts[board]
        else { return }
        viewCounts[board] = views > 1 ? views - 1 : nil
        if views == 1 { boards.remove(board) }
    }

    /// Returns the board of a view that counts. `<board>/display` does not, because a television
    /// shows it all day.
    private static func board(ofView view: String) -> String? {
        let label = ViewRequest.label(of: view)
        guard let slash = label.utf8.firstIndex(of: UInt8(ascii: "/")),
            label[slash...] != "/display"
        else { return nil }
        return String(label[..<slash])
    }
}
