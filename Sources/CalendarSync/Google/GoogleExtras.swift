import CalendarMerging
import JSON

/// The fields of a Google event that the planner does not support, such as guests and reminders.
///
/// They are stored with the event as foreign lines. They are sent when the event is created anew:
/// as the rest of a split series, in another calendar, or as a changed occurrence of a moved
/// series.
struct GoogleExtras: Equatable {
    /// The fields that the planner supports or that Google sets itself.
    private static let otherNames: Set<String> = [
        "summary", "location", "description", "status", "visibility", "transparency", "start",
        "end",
        "recurrence", "kind", "etag", "id", "iCalUID", "htmlLink", "hangoutLink", "created",
        "updated", "creator", "organizer", "sequence", "recurringEventId", "originalStartTime",
        "attendeesOmitted", "endTimeUnspecified", "locked", "privateCopy",
    ]
    /// The limit on a foreign line, below the 64 KiB of a line in a file.
    private static let lineBytesMax = 60_000
    private static let usualReminders: JSON = ["useDefault": true]

    private(set) var fields: [String: JSON]

    init(_ json: JSON) {
        fields = (json.members ?? [:]).filter { name, value in
            !Self.otherNames.contains(name) && !value.isNull && name.utf8.allSatisfy(Self.isPlain)
        }
        // The guests of another person's event are that person's.
        if let organizer = json["organizer"], organizer["self"]?.flag != true {
            fields["attendees"] = nil
        }
        if fields["reminders"] == Self.usualReminders { fields["reminders"] = nil }
        // `default` needs no field, and `fromGmail` can't be created.
        if ["default", "fromGmail"].contains(json["eventType"]?.text) { fields["eventType"] = nil }
        // Keep a more specific value of a supported field.
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

    /// Whether the event may have private properties. A birthday has only a name, a day, a colour
    /// and reminders (Google Calendar API, *Event types*).
    var takesProperties: Bool { fields["eventType"] != "birthday" }

    /// - Parameter foreign: the foreign lines of an event.
    init(lines foreign: String) {
        fields = [:]
        for line in foreign.split(separator: "\n") where line.hasPrefix(GoogleLines.start) {
            let parts = line.dropFirst(GoogleLines.start.count).split(separator: ":", maxSplits: 1)
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

    /// The foreign lines. A field that exceeds the limit is dropped.
    var lines: String {
        fields.sorted { $0.key < $1.key }.map {
            GoogleLines.start + $0.key + ":" + $0.value.canonicalText
        }
        .filter { $0.utf8.count <= Self.lineBytesMax }.joined(separator: "\n")
    }

    // MARK: Writing

    /// Returns the fields for a new event, including these.
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

    /// Returns the patch from the fields of the series to those of an occurrence.
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

    /// Returns the query parameters without which Google ignores these fields.
    static func query(_ body: JSON?) -> [(name: String, value: String)] {
        var query: [(name: String, value: String)] = []
        if body?["conferenceData"] != nil { query.append(("conferenceDataVersion", "1")) }
        if body?["attachments"] != nil { query.append(("supportsAttachments", "true")) }
        return query
    }
}
