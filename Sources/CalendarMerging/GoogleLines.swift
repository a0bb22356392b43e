public import ICalendar

/// The foreign lines of an event that keep what only Google understands.
package enum GoogleLines {
    package static let start = "X-TABLECAST-GOOGLE;FIELD="

    /// Returns the lines of an event that Google has reported again, with those of other programs.
    static func lines(_ old: String, now new: String) -> String {
        let others = old.split(separator: "\n").filter { !$0.hasPrefix(start) }
        return (others + (new.isEmpty ? [] : [Substring(new)])).joined(separator: "\n")
    }
}

extension CalendarEvent {
    /// The event without the lines that only Google understands.
    public var withoutGoogleExtras: CalendarEvent {
        var event = self
        event.details.foreign = GoogleLines.lines(details.foreign, now: "")
        for (key, change) in changes {
            event.changes[key]?.details.foreign = GoogleLines.lines(
                change.details.foreign, now: "")
        }
        return event
    }
}
