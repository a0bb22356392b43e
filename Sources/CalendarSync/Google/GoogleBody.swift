import ICalendar
import JSON

/// The synchronised fields of an event, in Google's form. A missing field is `null`, so that the
/// difference of two bodies is a patch.
struct GoogleBody: Equatable {
    private(set) var fields: [String: JSON]

    /// Creates the body of a single event, or of a series without its changes.
    init(_ event: CalendarEvent) {
        let series = event.recurrence
        self.init(event.details, series.start, series.length)
        let lines = GoogleRecurrence.lines(series)
        fields["recurrence"] = lines.isEmpty ? .null : .array(lines.map(JSON.string))
    }

    /// Creates the body of a changed occurrence.
    init(_ change: EventChange) {
        self.init(change.details, change.time.start, change.time.length)
    }

    private init(_ details: EventDetails, _ start: EventTime, _ length: EventLength) {
        fields = [
            "summary": .string(details.title),
            "location": details.location.map(JSON.string) ?? .null,
            "description": details.description.map(JSON.string) ?? .null,
            "status": details.status == .tentative ? "tentative" : "confirmed",
            "visibility": details.isPrivate ? "private" : "default",
            "transparency": details.isFree ? "transparent" : "opaque",
            "start": GoogleTime.json(start),
            "end": GoogleTime.end(of: start, length),
        ]
    }

    /// Returns the patch from another body to this one. It has only fields that differ, because
    /// Google keeps the others: guests, reminders, a more specific visibility.
    func patch(from base: GoogleBody) -> [String: JSON] {
        var patch = fields.filter { base.fields[$0.key] != $0.value }
        guard patch["start"] != nil || patch["end"] != nil else { return patch }
        for name in ["start", "end"] { patch[name] = fields[name].map(Self.replacing) }
        return patch
    }

    /// The fields for creating an event.
    var insertion: [String: JSON] { fields.filter { !$0.value.isNull } }

    /// All fields, for restoring a deleted event.
    var restoration: [String: JSON] {
        var restoration = fields
        for name in ["start", "end"] { restoration[name] = fields[name].map(Self.replacing) }
        return restoration
    }

    /// Returns a time that also clears the fields of the other kind.
    private static func replacing(_ time: JSON) -> JSON {
        guard let members = time.members else { return time }
        let empty: [String: JSON] = ["date": .null, "dateTime": .null, "timeZone": .null]
        return .object(empty.merging(members) { $1 })
    }
}
