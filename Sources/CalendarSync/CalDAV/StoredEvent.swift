import CalendarMerging
import ICalendar

/// The resource at an event's path.
enum StoredEvent {
    case event(tag: String?, CalendarEvent, Text)
    /// A task, or an unreadable event with what is known of it.
    case unreadable(tag: String?, UnreadableEvent?)
    case missing

    struct Text {
        var bytes: [UInt8]
        /// The first unreadable event, if any.
        var refused: UnreadableEvent?
    }

    init(_ response: Multistatus.Response) {
        guard !response.isMissing else {
            self = .missing
            return
        }
        guard let bytes = response[.calendarData]?.bytes else {
            self = .unreadable(tag: response.tag, nil)
            return
        }
        do {
            let file = try CalendarFile(reading: bytes)
            let refused = file.refused.first.map { UnreadableEvent($0) }
            self =
                file.events.first.map {
                    .event(tag: response.tag, $0, Text(bytes: bytes, refused: refused))
                } ?? .unreadable(tag: response.tag, refused)
        } catch {
            self = .unreadable(tag: response.tag, UnreadableEvent(problem: .file(error)))
        }
    }

    /// Returns the current version, or `nil` for an unreadable one, which stays unchanged.
    func item(_ name: String) -> RemoteItem? {
        switch self {
        case .event(let tag, let event, _): .whole(name: name, tag: tag, event)
        case .unreadable: nil
        case .missing: .deleted(name: name)
        }
    }

    /// Returns the items to report for the resource.
    func items(_ name: String) -> [RemoteItem] {
        let unreadable: RemoteItem? =
            switch self {
            case .event(let tag, _, let text):
                text.refused.map { .unreadable(name: name, tag: tag, $0) }
            case .unreadable(let tag, let event):
                event.map { .unreadable(name: name, tag: tag, $0) }
            case .missing: nil
            }
        return [item(name), unreadable].compactMap(\.self)
    }
}
