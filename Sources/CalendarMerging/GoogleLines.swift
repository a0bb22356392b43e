public import ICalendar

/// The foreign lines that store fields only Google supports.
package enum GoogleLines {
    package static let start = "X-TABLECAST-GOOGLE;FIELD="

    /// Returns the old lines with those for Google replaced by new ones.
    static func lines(_ old: String, now new: String) -> String {
        let others = old.split(separator: "\n").filter { !$0.hasPrefix(start) }
        return (others + (new.isEmpty ? [] : [Substring(new)])).joined(separator: "\n")
    }
}

extension CalendarEvent {
    /// The event without the fields that only Google supports.
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
