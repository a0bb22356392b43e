public import ICalendar
import JSON

/// What Google says of an event that the planner has no word for: guests, reminders, a colour, a meeting.
///
/// It stays with the event as lines without a meaning, as such lines of files do, and Google gets it back
/// where the event is made anew: the rest of a divided series, an event in another calendar, a changed
/// occurrence of a series that was moved.
struct GoogleExtras: Equatable {
    private static let lineStart = "X-TABLECAST-GOOGLE;FIELD="

    /// What the planner has words for, and what Google decides itself.
    private static let otherNames: Set<String> = [
        "summary", "location", "description", "status", "visibility", "transparency", "start",
        "end",
        "recurrence", "kind", "etag", "id", "iCalUID", "htmlLink", "hangoutLink", "created",
        "updated", "creator", "organizer", "sequence", "recurringEventId", "originalStartTime",
        "attendeesOmitted", "endTimeUnspecified", "locked", "privateCopy",
    ]
    /// A line of a file may have 64 KiB.
    private static let lineBytesMax = 60_000
    private static let usualReminders: JSON = ["useDefault": true]

    private(set) var fields: [String: JSON]

    init(_ json: JSON) {
        fields = (json.members ?? [:]).filter { name, value in
            !Self.otherNames.contains(name) && !value.isNull && name.utf8.allSatisfy(Self.isPlain)
        }
        // The guests of somebody else's event are that person's.
        if let organizer = json["organizer"], organizer["self"]?.flag != true {
            fields["attendees"] = nil
        }
        if fields["reminders"] == Self.usualReminders { fields["reminders"] = nil }
        // Events of other kinds can't be made.
        if ["default", "fromGmail"].contains(json["eventType"]?.text) { fields["eventType"] = nil }
        // A finer word for what the planner says.
        if let visibility = json["visibility"],
            ["public", "confidential"].contains(visibility.text)
        {
            fields["visibility"] = visibility
        }
        var properties = fields["extendedProperties"]?.members ?? [:]
        let own = [GoogleEvent.markProperty, GoogleEvent.uidProperty]
        properties["private"] = properties["private"]?.members.map { members in
            .object(members.filter { !own.contains($0.key) })
        }
        properties = properties.filter { $0.value != [:] }
        fields["extendedProperties"] = properties.isEmpty ? nil : .object(properties)
    }

    /// Whether such an event may have private properties. A birthday has a name, a day, a colour and
    /// reminders, and no more (Google Calendar API, *Event types*).
    var takesProperties: Bool { fields["eventType"] != "birthday" }

    /// - Parameter foreign: the lines that an event has.
    init(lines foreign: String) {
        fields = [:]
        for line in foreign.split(separator: "\n") where line.hasPrefix(Self.lineStart) {
            let parts = line.dropFirst(Self.lineStart.count).split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let value = try? JSON(parsing: Array(parts[1].utf8)) else {
                continue
            }
            fields[String(parts[0])] = value
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte)
    }

    /// The lines of an event. A field that no line of a file has room for is left out.
    var lines: String {
        fields.sorted { $0.key < $1.key }.map {
            Self.lineStart + $0.key + ":" + $0.value.canonicalText
        }
        .filter { $0.utf8.count <= Self.lineBytesMax }.joined(separator: "\n")
    }

    /// The lines of an event of which Google says something new: those of others stay.
    static func lines(_ old: String, now new: String) -> String {
        let others = old.split(separator: "\n").filter { !$0.hasPrefix(lineStart) }
        return (others + (new.isEmpty ? [] : [Substring(new)])).joined(separator: "\n")
    }

    // MARK: Writing

    /// The fields of an event that is made, with these.
    func added(to body: [String: JSON]) -> [String: JSON] {
        var body = body
        for (name, value) in fields {
            switch (name, body[name]?.members, value.members) {
            case ("visibility", _, _):
                let isFiner = (value == "confidential") == (body[name] == "private")
                if isFiner { body[name] = value }
            case (_, let own?, let members?):
                body[name] = .object(
                    members.merging(own) { theirs, own in
                        .object((theirs.members ?? [:]).merging(own.members ?? [:]) { $1 })
                    })
            default: body[name] = value
            }
        }
        return body
    }

    /// What makes these of those that an occurrence has from its series.
    func patch(from usual: GoogleExtras) -> [String: JSON] {
        var patch: [String: JSON] = [:]
        for name in Set(fields.keys).union(usual.fields.keys) where name != "visibility" {
            guard fields[name] != usual.fields[name] else { continue }
            patch[name] =
                fields[name]
                ?? (name == "reminders" ? ["useDefault": true, "overrides": .null] : .null)
        }
        return patch
    }

    /// What Google has to be told to understand them.
    static func query(_ body: JSON?) -> [(name: String, value: String)] {
        var query: [(name: String, value: String)] = []
        if body?["conferenceData"] != nil { query.append(("conferenceDataVersion", "1")) }
        if body?["attachments"] != nil { query.append(("supportsAttachments", "true")) }
        return query
    }
}

extension CalendarEvent {
    /// The event without what only Google understands.
    public var withoutGoogleExtras: CalendarEvent {
        var event = self
        event.details.foreign = GoogleExtras.lines(details.foreign, now: "")
        for (key, change) in changes {
            event.changes[key]?.details.foreign = GoogleExtras.lines(
                change.details.foreign, now: "")
        }
        return event
    }
}
