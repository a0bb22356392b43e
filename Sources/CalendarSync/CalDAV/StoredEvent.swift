import ICalendar

/// What a server has at the name of an event.
enum StoredEvent {
    case event(tag: String?, CalendarEvent, text: [UInt8])
    /// Nothing that can be read: a task, or a text that is no calendar.
    case unreadable
    case missing

    init(_ response: Multistatus.Response) {
        guard !response.isMissing else {
            self = .missing
            return
        }
        guard let text = response[.calendarData]?.bytes,
            let event = try? CalendarFile(reading: text).events.first
        else {
            self = .unreadable
            return
        }
        self = .event(tag: response.tag, event, text: text)
    }

    /// What a batch says about it; `nil` for what can't be read, which stays as it is.
    func item(_ name: String) -> RemoteItem? {
        switch self {
        case .event(let tag, let event, _): .whole(name: name, tag: tag, event)
        case .unreadable: nil
        case .missing: .deleted(name: name)
        }
    }
}
