import CalendarMerging
import ICalendar
import JSON

extension RemoteCopy {
    /// Returns the complete state, as events of the journal contain it.
    ///
    /// - Parameter content: the event's state at that time. A base that equals it is left out.
    func json(of calendar: CalendarID, beside content: CalendarEvent?) -> JSON {
        var members: [String: JSON] = ["id": .string(name)]
        members["tag"] = tag.map(JSON.string)
        if !changeTags.isEmpty {
            members["changeTags"] = .object(
                Dictionary(
                    changeTags.map { ($0.key.text, .string($0.value)) },
                    uniquingKeysWith: { first, _ in first }))
        }
        if base != content {
            members["base"] = PlannedEvent(calendar: calendar, content: base).json
        }
        return .object(members)
    }

    /// Reads the output of `json`. Returns `nil` for anything else.
    init?(_ data: JSON, beside content: CalendarEvent?) {
        let given = data["base"].map { PlannedEvent($0)?.content }
        guard let name = data["id"]?.text, let base = given ?? content else { return nil }
        var changeTags: [OccurrenceKey: String] = [:]
        for (text, tag) in data["changeTags"]?.members ?? [:] {
            guard let key = OccurrenceKey(text), let tag = tag.text else { return nil }
            changeTags[key] = tag
        }
        self.init(name: name, tag: data["tag"]?.text, changeTags: changeTags, base: base)
    }

    /// Whether the server's item is known already.
    func knows(_ item: RemoteItem) -> Bool {
        switch item {
        case .whole(_, let tag, _): tag != nil && tag == self.tag
        case .series(_, let tag, _, let ownKeys):
            tag != nil && tag == self.tag
                && (ownKeys?.isSuperset(of: changeTags.keys) ?? true)
        case .occurrence(_, let key, let tag, _): tag != nil && tag == changeTags[key]
        case .deleted, .unreadable: false
        }
    }

    /// Updates the tags from a server's items.
    mutating func take(tagsOf items: [RemoteItem]) {
        for item in items {
            switch item {
            case .whole(let name, let tag, _):
                self.name = name
                self.tag = tag
                changeTags = [:]
            case .series(let name, let tag, _, let ownKeys):
                self.name = name
                self.tag = tag
                if let ownKeys { changeTags = changeTags.filter { ownKeys.contains($0.key) } }
            // An occurrence without a tag is still a resource separate from its series.
            case .occurrence(_, let key, let tag, _): changeTags[key] = tag ?? ""
            case .deleted, .unreadable: break
            }
        }
    }
}

extension RemoteItem {
    /// The event's name at the server.
    var name: String {
        switch self {
        case .whole(let name, _, _), .series(let name, _, _, _), .deleted(let name): name
        case .occurrence(let name, _, _, _), .unreadable(let name, _, _): name
        }
    }
}
