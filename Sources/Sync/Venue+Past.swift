public import JSON

/// What an event has changed of a view, as those see it who may read it.
public struct ViewChange: Sendable {
    /// The diff message, as it went to those who watch. Those of its operations that replace or
    /// remove something have it in `was`, which RFC 6902 (section 4) lets every reader ignore.
    public var diff: JSON
}

extension Venue {
    /// Shows one more event to somebody who watches every shared view that the role may read.
    ///
    /// For a venue that was brought to the revision before, and to nobody but the one who asks: it is
    /// the way that the event once took to the screens, gone once more.
    ///
    /// - Returns: what has changed, in the order of the views' names.
    public mutating func changes(by event: Event, seenBy role: Role) -> [ViewChange] {
        let watcher = ClientID(number: .max)
        let keys = views.keys.filter { key in
            guard let rule = rules[key.name] else { return false }
            return rule.readers.contains(role) && rule.maskedFor.contains(role) == key.isMasked
        }
        var before: [ViewKey: Document] = [:]
        for key in keys {
            before[key] = views[key]?.document
            views[key]?.subscribers.insert(watcher)
        }
        var diffs: [(view: ViewKey, messages: [[UInt8]])] = []
        show(event, diffs: &diffs)
        for key in keys { views[key]?.subscribers.remove(watcher) }
        return diffs.sorted { $0.view.name < $1.view.name }.flatMap { view, messages in
            messages.compactMap { message in
                (try? JSON(parsing: message, depthMax: 64)).map { diff in
                    ViewChange(diff: Self.told(diff, from: before[view]?.json ?? .null))
                }
            }
        }
    }

    /// The diff with what stood before where its operations put something else.
    private static func told(_ diff: JSON, from document: JSON) -> JSON {
        guard var members = diff.members, let patch = diff["patch"]?.elements else { return diff }
        members["patch"] = .array(
            patch.map { operation in
                guard operation["op"] != "add", var told = operation.members,
                    let path = operation["path"]?.text
                else { return operation }
                told["was"] = Pointer.names(path).reduce(document) { $0?[$1] }
                return .object(told)
            })
        return .object(members)
    }
}

extension Pointer {
    /// The names on the way, unescaped (RFC 6901, section 4).
    fileprivate static func names(_ path: String) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { name in
            String(name).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }
}
