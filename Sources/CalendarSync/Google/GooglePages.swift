import CalendarMerging
import ICalendar
import JSON

/// The pages read so far of a list of events.
struct GooglePages: Sendable {
    /// The maximum number of events, where a series counts as one.
    static let eventsMax = 20_000
    /// The maximum number of changed and excluded occurrences.
    private static let occurrencesMax = 100_000

    /// The token of the next page; `nil` for the first.
    private(set) var pageToken: String?
    /// The sync token of the last page.
    private(set) var syncToken: String?
    /// The ids in order of arrival. A list may change while it is read, so the latest item counts.
    private var order: [String] = []
    private var items: [String: RemoteItem] = [:]
    /// The ids of existing events and series.
    private var masters: Set<String> = []
    /// The UIDs of existing series, by id.
    private(set) var seriesUIDs: [String: String] = [:]
    /// The keys of changed or cancelled occurrences, by series.
    private var ownKeys: [String: Set<OccurrenceKey>] = [:]
    private var occurrenceCount = 0

    var isComplete: Bool { syncToken != nil }
    var isTooLong: Bool {
        masters.count > Self.eventsMax || occurrenceCount > Self.occurrencesMax
    }

    /// Appends a page. Returns `false` if it has neither a next page nor a sync token.
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
            // An unreadable event exists too.
            masters.insert(id)
        }
        if event.seriesID == nil { seriesUIDs[id] = event.seriesUID }
        guard let item = event.item else { return }
        if items.updateValue(item, forKey: id) == nil { order.append(id) }
    }

    /// Sets the changed or cancelled occurrences of a series, or `nil` if they are unknown.
    mutating func setOwnKeys(of series: String, to keys: Set<OccurrenceKey>?) {
        ownKeys[series] = keys
    }

    /// The names of all events, including series of which the account has only single occurrences,
    /// because its owner was invited only to those.
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

    /// Returns the items, with series before their occurrences.
    ///
    /// - Parameter isWhole: whether the list is complete, so that deleted events are just missing.
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
