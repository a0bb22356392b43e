import Destinations
import JSON

extension GoogleServerCalendar {
    /// The fields that the server sets itself.
    private static let readOnly: Set<String> = [
        "kind", "etag", "id", "htmlLink", "created", "updated", "creator", "organizer", "iCalUID",
        "recurringEventId", "originalStartTime",
    ]

    /// The fields of a birthday that can be changed.
    private static let birthdayFields: Set<String> = [
        "summary", "colorId", "reminders", "start", "end",
    ]

    mutating func insert(_ body: JSON) -> OutgoingAnswer {
        guard var event = body.members else { return .failure(400, "parseError") }
        if event["id"] != nil, event["iCalUID"] != nil, !takesBothNames {
            return .failure(400, "invalid")
        }
        let id = event["id"]?.text ?? "made\(String(revision + 1, radix: 32))"
        guard (5...1024).contains(id.utf8.count),
            id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x76).contains($0) })
        else { return .failure(400, "invalid") }
        let uid = event["iCalUID"]?.text ?? id + "@google.com"
        let isTaken = records.values.contains {
            $0.event["iCalUID"]?.text == uid && !$0.isCancelled
        }
        // A deleted event keeps its id.
        if records[id] != nil || isTaken { return .failure(409, "duplicate") }
        event = event.filter { !Self.readOnly.contains($0.key) && !$0.value.isNull }
        event["kind"] = "calendar#event"
        event["id"] = .string(id)
        event["iCalUID"] = .string(uid)
        event["created"] = .string(GoogleServerTime.text(now))
        event["htmlLink"] = .string("https://www.google.com/calendar/event?eid=" + id)
        event["sequence"] = event["sequence"] ?? 0
        event["status"] = event["status"] ?? "confirmed"
        event["reminders"] = event["reminders"] ?? ["useDefault": true]
        if let problem = GoogleServerSeries.check(&event, timeZone: timeZone) {
            return .failure(400, problem)
        }
        store(event, id)
        return get(id)
    }

    mutating func change(_ call: GoogleServerCall, replacing: Bool) -> OutgoingAnswer {
        change(call.event, call.body, match: call.match, replacing: replacing)
    }

    /// - Parameter replacing: whether unnamed fields are dropped (`update`) or kept (`patch`).
    mutating func change(
        _ id: String, _ body: JSON, match: String?, replacing: Bool
    ) -> OutgoingAnswer {
        guard let record = record(id) else { return .failure(404, "notFound") }
        if let match, match != "\"\(record.revision)\"" {
            return .failure(412, "conditionNotMet")
        }
        guard let fields = body.members else { return .failure(400, "parseError") }
        if record.event["eventType"] == "birthday",
            !Set(fields.keys).isSubset(of: Self.birthdayFields)
        {
            return .failure(400, "malformedBirthday")
        }
        let kept = replacing ? record.event.filter { Self.readOnly.contains($0.key) } : record.event
        var event = Self.merge(kept, fields.filter { !Self.readOnly.contains($0.key) })
        event["status"] = event["status"] ?? "confirmed"
        if event["recurringEventId"] != nil { event["recurrence"] = nil }
        if let problem = GoogleServerSeries.check(&event, timeZone: timeZone) {
            return .failure(400, problem)
        }
        if ["start", "end", "recurrence"].contains(where: { event[$0] != record.event[$0] }) {
            event["sequence"] = JSON((record.event["sequence"]?.integer ?? 0) + 1)
        }
        store(event, id)
        if event["recurringEventId"] == nil { dropOccurrences(of: id) }
        return get(id)
    }

    mutating func delete(_ id: String, match: String?) -> OutgoingAnswer {
        guard let record = record(id) else { return .failure(404, "notFound") }
        if record.isCancelled { return .failure(410, "deleted") }
        if let match, match != "\"\(record.revision)\"" {
            return .failure(412, "conditionNotMet")
        }
        var event = record.event
        event["status"] = "cancelled"
        store(event, id)
        if event["recurringEventId"] == nil { dropOccurrences(of: id) }
        return OutgoingAnswer(status: 204)
    }

    /// Applies a patch: merges objects, replaces arrays, and removes what is `null`.
    private static func merge(
        _ old: [String: JSON], _ fields: [String: JSON]
    ) -> [String: JSON] {
        old.merging(fields) { old, new in
            guard let old = old.members, let new = new.members else { return new }
            return .object(merge(old, new))
        }.filter { !$0.value.isNull }.mapValues { value in
            value.members.map { .object($0.filter { !$0.value.isNull }) } ?? value
        }
    }
}
