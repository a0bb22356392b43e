import ICalendar
import JSON

/// The pages of a list of events, as far as they are read.
struct GooglePages: Sendable {
    /// The most events; a series is one.
    static let eventsMax = 20_000
    /// The most changed and excluded occurrences.
    private static let occurrencesMax = 100_000

    /// The page to ask for next; `nil` for the first.
    private(set) var pageToken: String?
    /// Of the last page.
    private(set) var syncToken: String?
    /// The ids in the order in which they came, and what was last said of each: a list may change while
    /// it is read.
    private var order: [String] = []
    private var items: [String: RemoteItem] = [:]
    /// The events and series that there are.
    private var masters: Set<String> = []
    /// The UIDs of the series among them.
    private(set) var seriesUIDs: [String: String] = [:]
    /// The occurrences that are changed or cancelled, by their series.
    private var ownKeys: [String: Set<OccurrenceKey>] = [:]
    private var occurrenceCount = 0

    var isComplete: Bool { syncToken != nil }
    var isTooLong: Bool {
        masters.count > Self.eventsMax || occurrenceCount > Self.occurrencesMax
    }

    /// - Returns: `false` for a page that says neither what follows nor that it is the last.
    mutating func append(_ page: JSON) -> Bool {
        guard let elements = page["items"]?.elements else { return false }
        let zone = page["timeZone"]?.text.flatMap { Zone($0) } ?? .utc
        for element in elements { append(GoogleEvent(element, zone: zone)) }
        let next = page["nextPageToken"]?.text
        syncToken = next == nil ? page["nextSyncToken"]?.text : nil
        guard isComplete || (next != nil && next != pageToken) else { return false }
        pageToken = next
        return true
    }

    private mutating func append(_ event: GoogleEvent) {
        guard let id = event.id else { return }
        if let series = event.seriesID {
            occurrenceCount += 1
            if let key = event.key { ownKeys[series, default: []].insert(key) }
        } else if event.isCancelled {
            masters.remove(id)
        } else {
            // What can't be read is there all the same.
            masters.insert(id)
        }
        if event.seriesID == nil { seriesUIDs[id] = event.seriesUID }
        guard let item = event.item else { return }
        if items.updateValue(item, forKey: id) == nil { order.append(id) }
    }

    /// Sets which occurrences of a series are changed or cancelled; `nil` if that is unknown.
    mutating func setOwnKeys(of series: String, to keys: Set<OccurrenceKey>?) {
        ownKeys[series] = keys
    }

    /// The names of all events. A series of which the account has only single occurrences, because
    /// its owner was invited to these, counts as well.
    var listed: Set<String> {
        masters.union(
            items.values.compactMap { item in
                if case .occurrence(let series, _, _, _?) = item, items[series] == nil {
                    series
                } else {
                    nil
                }
            })
    }

    /// What was said: series before their occurrences.
    ///
    /// - Parameter isWhole: whether the list is of all that there is, so that what was deleted is simply
    ///   not in it.
    func said(isWhole: Bool) -> [RemoteItem] {
        let all = order.compactMap { items[$0] }.map { item -> RemoteItem in
            guard case .series(let name, let tag, let event, _) = item else { return item }
            let keys = ownKeys[name] ?? (isWhole ? [] : nil)
            return .series(name: name, tag: tag, event, ownKeys: keys)
        }
        let listed = listed
        return all.filter { item in
            switch item {
            case .occurrence: false
            case .deleted: !isWhole
            default: true
            }
        }
            + all.filter { item in
                guard case .occurrence(let series, _, _, _) = item else { return false }
                return !isWhole || listed.contains(series)
            }
    }
}
