import CalendarMerging
import ICalendar
import JSON
import PeerNumbers

/// Google's form of a single event, a series without its changes, or a changed or cancelled
/// occurrence.
struct GoogleEvent {
    /// The private property for our UID, in case Google assigned another one.
    static let uidProperty = "tablecastUid"
    /// The private property that marks the hub's own writes.
    static let markProperty = "tablecastMark"

    let json: JSON
    private let zone: Zone

    /// - Parameter zone: the calendar's, for times without a zone.
    init(_ json: JSON, zone: Zone = .utc) {
        self.json = json
        self.zone = zone
    }

    var id: String? { json["id"]?.text }
    var tag: String? { json["etag"]?.text }
    var seriesID: String? { json["recurringEventId"]?.text }
    var isCancelled: Bool { json["status"]?.text == "cancelled" }

    var uid: String? { property(Self.uidProperty) ?? json["iCalUID"]?.text }

    /// The UID by which Google lists a series with its occurrences; `nil` for a single event.
    var seriesUID: String? {
        isCancelled || json["recurrence"] == nil ? nil : json["iCalUID"]?.text ?? id
    }

    func property(_ name: String) -> String? {
        json["extendedProperties"]?["private"]?[name]?.text
    }

    /// The key of the occurrence in its series.
    var key: OccurrenceKey? {
        GoogleTime.read(json["originalStartTime"], zone: zone)?.key
    }

    /// The item to report; `nil` without an id.
    var item: RemoteItem? {
        guard let id else { return nil }
        if let seriesID {
            guard let key else { return unreadable(id) }
            if isCancelled { return .occurrence(of: seriesID, key, tag: tag, nil) }
            return change.map { .occurrence(of: seriesID, key, tag: tag, $0) }
                ?? unreadable(seriesID + "_" + key.text)
        }
        if isCancelled { return .deleted(name: id) }
        return event.map { .series(name: id, tag: tag, $0) } ?? unreadable(id)
    }

    private func unreadable(_ name: String) -> RemoteItem {
        let start = json["start"].map { $0["date"]?.text ?? $0["dateTime"]?.text ?? "" }
        let problem = start.map {
            EventProblem.badValue(property: "start", value: String($0.prefix(40)))
        }
        let event = UnreadableEvent(
            title: line("summary").map { String($0.prefix(200)) },
            problem: .event(problem ?? .noStart))
        return .unreadable(name: name, tag: tag, event)
    }

    /// The synchronised fields; `nil` if the event is cancelled or unreadable.
    var body: GoogleBody? {
        guard !isCancelled else { return nil }
        return seriesID == nil ? event.map { GoogleBody($0) } : change.map { GoogleBody($0) }
    }

    /// A single event, or a series without its changes.
    var event: CalendarEvent? {
        guard let time = time, let uid = uid ?? id else { return nil }
        let lines = json["recurrence"]?.elements?.compactMap(\.text) ?? []
        let (series, flags) = GoogleRecurrence.read(lines, start: time.start, time.length)
        return CalendarEvent(
            uid: uid, details: details, recurrence: series, sequence: sequence,
            stamp: json["updated"].flatMap { stamp($0) }, flags: flags)
    }

    /// A changed occurrence.
    var change: EventChange? {
        time.map {
            EventChange(
                details: details, time: TimeChange(start: $0.start, length: $0.length),
                sequence: sequence)
        }
    }

    private var sequence: Int {
        Untrusted(json["sequence"]?.integer ?? 0).clamped(to: 0...Int(Int32.max))
    }

    private func stamp(_ json: JSON) -> Int64? {
        GoogleTime.read(["dateTime": json], zone: .utc)?.seconds(floatingIn: .utc)
    }

    private var time: (start: EventTime, length: EventLength)? {
        guard let start = GoogleTime.read(json["start"], zone: zone) else { return nil }
        let end = GoogleTime.read(json["end"], zone: zone) ?? start
        if case .date(let date) = start {
            return (start, EventLength(days: max(1, end.date.dayNumber - date.dayNumber)))
        }
        let seconds = end.seconds(floatingIn: .utc) - start.seconds(floatingIn: .utc)
        return (start, EventLength(seconds: max(0, seconds)))
    }

    /// The descriptive fields. Markup in a description is kept as plain text.
    private var details: EventDetails {
        let status = json["status"]?.text
        let visibility = json["visibility"]?.text
        return EventDetails(
            title: line("summary") ?? "", location: line("location"),
            description: text("description"), status: status == "tentative" ? .tentative : nil,
            isPrivate: visibility == "private" || visibility == "confidential",
            isFree: json["transparency"]?.text == "transparent",
            foreign: GoogleExtras(json).lines)
    }

    /// Returns a text field without control characters other than `\n` and `\t`; `nil` if empty.
    private func text(_ name: String) -> String? {
        guard let text = json[name]?.text else { return nil }
        let plain = String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter {
                    $0 == "\n" || $0 == "\t" || ($0.value >= 0x20 && $0.value != 0x7F)
                }))
        return plain.isEmpty ? nil : plain
    }

    private func line(_ name: String) -> String? {
        guard let text = text(name) else { return nil }
        let spaced = text.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }
        let trimmed = spaced.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        return trimmed.isEmpty ? nil : String(String.UnicodeScalarView(trimmed))
    }
}
