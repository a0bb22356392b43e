import ICalendar

/// What a server has at the name of an event.
enum StoredEvent {
    case event(tag: String?, CalendarEvent, Text)
    /// A task, or with what can be told of it an event that can't be read.
    case unreadable(tag: String?, UnreadableEvent?)
    case missing

    struct Text {
        var bytes: [UInt8]
        /// What could not be read of it.
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

    /// What it is now; `nil` for what can't be read, which stays as it is.
    func item(_ name: String) -> RemoteItem? {
        switch self {
        case .event(let tag, let event, _): .whole(name: name, tag: tag, event)
        case .unreadable: nil
        case .missing: .deleted(name: name)
        }
    }

    /// What a batch says about it.
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
