import CalendarMerging
import Destinations
import HTTPTypes
import ICalendar
import JSON

extension GoogleSession {
    private static let batchCount = 100
    /// The limit above which everything is read, which then takes fewer requests.
    private static let changedSeriesMax = 20

    /// Reads the changes since a token, or everything.
    func fetch(_ calendar: String, since token: String?) throws(GoogleTrouble) -> CalendarAnswer {
        var kept = memory[account.id].readings[calendar]
        memory[account.id].readings[calendar] = nil
        if kept?.since != token { kept = nil }
        if token != nil, kept?.isWhole != true {
            let news = Reading(calendar: calendar, since: token, isWhole: false)
            if let answer = try read(news, kept?.pages) { return answer }
            // The token has expired, so read everything anew.
            kept = nil
        }
        let all = Reading(calendar: calendar, since: token, isWhole: true)
        if let answer = try read(all, kept?.pages) { return answer }
        // The page token had expired too.
        if kept != nil, let answer = try read(all, nil) { return answer }
        throw .later(.answered(410), secondsMin: nil)
    }

    /// The parameters of the list.
    private struct Reading {
        let calendar: String
        let since: String?
        let isWhole: Bool
    }

    /// Reads the remaining pages. After a failure the next fetch resumes with the page that failed.
    ///
    /// - Returns: `nil` if a token has expired.
    private func read(
        _ reading: Reading, _ kept: GooglePages?
    ) throws(GoogleTrouble) -> CalendarAnswer? {
        var pages = kept ?? GooglePages()
        while !pages.isComplete {
            do throws(GoogleTrouble) {
                let reply = try call(
                    .get, ["calendars", reading.calendar, "events"], Self.query(pages, reading))
                switch reply.status {
                case 200..<300:
                    guard pages.append(reply.json) else {
                        throw .later(.notWhole, secondsMin: nil)
                    }
                    if pages.isTooLong { return Self.refused(reading, .tooManyEvents) }
                case 400 where !reading.isWhole || pages.pageToken != nil: return nil
                case 410: return nil
                case 404: return Self.refused(reading, .gone)
                case 403 where reply.reason != "insufficientPermissions":
                    return Self.refused(reading, .gone)
                default: throw Self.trouble(reply)
                }
            } catch {
                if case .later = error, pages.pageToken != nil {
                    memory[account.id].readings[reading.calendar] = GoogleMemory.Reading(
                        since: reading.since, isWhole: reading.isWhole, pages: pages)
                }
                throw error
            }
        }
        if !reading.isWhole {
            if pages.seriesUIDs.count > Self.changedSeriesMax { return nil }
            for (id, uid) in pages.seriesUIDs.sorted(by: { $0.key < $1.key }) {
                let keys = try ownKeys(of: id, uid: uid, in: reading.calendar)
                pages.setOwnKeys(of: id, to: keys)
            }
        }
        return Self.answer(pages, reading)
    }

    /// Lists the changed and cancelled occurrences of a series; `nil` if the list may be
    /// incomplete.
    ///
    /// A list of changes omits removed occurrences: Google drops changes that don't fit a new rule.
    private func ownKeys(
        of id: String, uid: String, in calendar: String
    ) throws(GoogleTrouble) -> Set<OccurrenceKey>? {
        let reply = try events(of: uid, in: calendar)
        let events = (reply.json["items"]?.elements ?? []).map { GoogleEvent($0) }
        guard reply.isDone, reply.json["nextPageToken"] == nil,
            events.contains(where: { $0.id == id })
        else { return nil }
        return Set(events.filter { $0.seriesID == id }.compactMap(\.key))
    }

    /// Lists the event or series with this UID and its changed and cancelled occurrences.
    func events(of uid: String, in calendar: String) throws(GoogleTrouble) -> GoogleReply {
        try call(
            .get, ["calendars", calendar, "events"],
            [("iCalUID", uid), ("showDeleted", "true"), ("maxResults", "2500")])
    }

    private static func refused(_ reading: Reading, _ refusal: CalendarRefusal) -> CalendarAnswer {
        .done([.calendarRefused(calendar: reading.calendar, refusal)])
    }

    private static func query(
        _ pages: GooglePages, _ reading: Reading
    ) -> [(name: String, value: String)] {
        var query: [(name: String, value: String)] = [
            ("maxResults", "2500"), ("showDeleted", "true"),
        ]
        if !reading.isWhole, let token = reading.since { query.append(("syncToken", token)) }
        if let page = pages.pageToken { query.append(("pageToken", page)) }
        return query
    }

    private static func answer(_ pages: GooglePages, _ reading: Reading) -> CalendarAnswer {
        let items = pages.said(isWhole: reading.isWhole)
        if items.isEmpty, !reading.isWhole { return .same }
        var batches = stride(from: 0, to: items.count, by: batchCount).map { start in
            RemoteChanges(
                calendar: reading.calendar, since: reading.since,
                items: Array(items[start..<min(start + batchCount, items.count)]))
        }
        if batches.isEmpty {
            batches = [
                RemoteChanges(calendar: reading.calendar, since: reading.since, items: [])
            ]
        }
        batches[batches.count - 1].token = pages.syncToken
        if reading.isWhole { batches[batches.count - 1].listed = pages.listed }
        return .done(batches.map(CalendarResult.changes))
    }
}
