import Destinations
import ICalendar
import JSON

extension GoogleServerCalendar {
    /// The position in a list, which tokens encode.
    private struct Place {
        /// The revision since which changes are listed; `nil` for everything.
        var since: Int?
        /// The revision at the first page. Later changes belong to the next list.
        var revision: Int
        /// The number of the last listed event.
        var number = 0
        var parameters: String

        func text(_ kind: String, padding: Int) -> String {
            "\(kind)~\(since ?? -1)~\(revision)~\(number)~\(parameters)"
                + String(repeating: "~", count: padding)
        }

        init(since: Int?, revision: Int, parameters: String) {
            self.since = since
            self.revision = revision
            self.parameters = parameters
        }

        init?(_ text: String, _ kind: String) {
            let parts = text.split(separator: "~", omittingEmptySubsequences: true)
            guard parts.count == 5, parts[0] == kind, let since = Int(parts[1]),
                let revision = Int(parts[2]), let number = Int(parts[3])
            else { return nil }
            self.since = since < 0 ? nil : since
            self.revision = revision
            self.number = number
            parameters = String(parts[4])
        }
    }

    func list(_ call: GoogleServerCall, pageSizeMax: Int, padding: Int) -> OutgoingAnswer {
        if let uid = call["iCalUID"] { return list(uid: uid, call) }
        let parameters = call.listParameters
        var place = Place(since: nil, revision: revision, parameters: parameters)
        let tokens = (sync: call["syncToken"], page: call["pageToken"])
        if let token = tokens.sync {
            // A token is valid only with the parameters of its list.
            guard let known = Place(token, "sync"), known.parameters == parameters,
                call["timeMin"] == nil, call["timeMax"] == nil, call["showDeleted"] != "false"
            else { return .failure(400, "invalid") }
            guard known.revision >= oldestRevision else {
                return .failure(410, "fullSyncRequired")
            }
            place.since = known.revision
        }
        if let token = tokens.page {
            guard let known = Place(token, "page"), known.parameters == parameters,
                known.since == place.since
            else { return .failure(400, "invalid") }
            guard known.revision >= oldestRevision else {
                return .failure(410, "fullSyncRequired")
            }
            place = known
        }
        let count = max(1, min(call["maxResults"].flatMap { Int($0) } ?? 250, pageSizeMax))
        return page(place, count: count, showsDeleted: call["showDeleted"] == "true", padding)
    }

    private func page(
        _ place: Place, count: Int, showsDeleted: Bool, _ padding: Int
    ) -> OutgoingAnswer {
        let rest = records.values.filter { record in
            record.number > place.number && record.revision > place.since ?? 0
                && (showsDeleted || place.since != nil || !record.isCancelled
                    || record.series != nil)
        }.sorted { $0.number < $1.number }
        var next = place
        next.number = rest.prefix(count).last?.number ?? place.number
        let isLast = rest.count <= count
        if isLast { next.since = nil }
        let token =
            isLast ? next.text("sync", padding: padding) : next.text("page", padding: padding)
        return .json([
            "kind": "calendar#events", "summary": .string(summary), "timeZone": .string(timeZone),
            "accessRole": .string(accessRole),
            "items": .array(rest.prefix(count).map { listed($0) }),
            isLast ? "nextSyncToken" : "nextPageToken": .string(token),
        ])
    }

    private func list(uid: String, _ call: GoogleServerCall) -> OutgoingAnswer {
        let found = records.values.filter {
            $0.event["iCalUID"]?.text == uid
                && (call["showDeleted"] == "true" || !$0.isCancelled || $0.series != nil)
        }.sorted { $0.number < $1.number }
        return .json([
            "kind": "calendar#events", "timeZone": .string(timeZone),
            "items": .array(found.map { listed($0) }),
        ])
    }

    func get(_ id: String) -> OutgoingAnswer {
        record(id).map { .json(whole($0)) } ?? .failure(404, "notFound")
    }

    /// Returns the occurrence with an original start.
    func instances(_ call: GoogleServerCall) -> OutgoingAnswer {
        guard let series = records[call.event], !series.isCancelled else {
            return .failure(404, "notFound")
        }
        guard let start = call["originalStart"] else { return .failure(400, "required") }
        let at = GoogleServerTime.key(start)?.text ?? ""
        let found = record(call.event + "_" + at).map { [whole($0)] } ?? []
        return .json(["kind": "calendar#events", "items": .array(found)])
    }
}
