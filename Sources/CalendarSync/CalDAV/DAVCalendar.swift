import CalendarMerging
import Destinations
import ICalendar

/// One calendar on a server.
struct DAVCalendar {
    static let namesPerRequest = 50

    let server: DAVServer
    let place: Destination

    /// The path, with a trailing `/`.
    var path: String { place.path }

    /// Fetches the texts of events in parts (RFC 4791, section 7.9). Requests an unreadable answer
    /// again in halves, so that one malformed event does not hide the others.
    func stored(
        _ names: ArraySlice<String>, _ take: (String, StoredEvent) -> Void
    ) throws(DAVFailure) {
        for start in stride(from: names.startIndex, to: names.endIndex, by: Self.namesPerRequest) {
            try storedPart(names[start..<min(start + Self.namesPerRequest, names.endIndex)], take)
        }
    }

    private func storedPart(
        _ names: ArraySlice<String>, _ take: (String, StoredEvent) -> Void
    ) throws(DAVFailure) {
        do throws(DAVFailure) {
            let found = try server.report(DAVBody.multiget(names), of: place, depth: 1)
            var wanted = Set(names)
            for response in found.responses {
                guard let name = name(response.href), wanted.remove(name) != nil else { continue }
                take(name, StoredEvent(response))
            }
        } catch  where error == .tooLong || error == .notMultistatus(status: 207) {
            guard names.count > 1 else {
                let problem: CalendarFileProblem = error == .tooLong ? .tooLarge : .notACalendar
                let event = UnreadableEvent(problem: .file(problem))
                for name in names { take(name, .unreadable(tag: nil, event)) }
                return
            }
            let middle = names.startIndex + names.count / 2
            try storedPart(names[..<middle], take)
            try storedPart(names[middle...], take)
        }
    }

    /// Fetches the event with this name.
    func stored(_ name: String) throws(DAVFailure) -> StoredEvent {
        var stored: StoredEvent?
        try self.stored([name]) { stored = $1 }
        return stored ?? .missing
    }

    /// Returns the name of a resource in the calendar, or `nil` for any other URL.
    func name(_ href: String) -> String? {
        guard let found = place.own(href) else { return nil }
        return found.path.hasPrefix(path) && found.path != path ? found.path : nil
    }
}
