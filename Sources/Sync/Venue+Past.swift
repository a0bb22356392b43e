public import JSON

/// The change of a view by an event, for a certain reader.
public struct ViewChange: Sendable {
    /// The diff message that was sent to clients. Operations that replace or remove something also
    /// have the old value, as `was`; readers ignore it (RFC 6902, section 4).
    public var diff: JSON
}

extension Venue {
    /// Applies one more event and returns the changes of every shared view that a role may read.
    ///
    /// Call it only on a copy that shows the past, at the revision before the event.
    ///
    /// - Returns: the changes, in the order of the views' names.
    public mutating func changes(by event: Event, seenBy role: Role) -> [ViewChange] {
        let watcher = ClientID(number: .max)
        let keys = views.keys.filter { key in
            guard let rule = catalogue.views[key.name], isJournaled(view: key.name)
            else { return false }
            return rule.isReadable(by: role) && rule.maskedFor.contains(role) == key.isMasked
        }
        var before: [ViewKey: Document] = [:]
        for key in keys {
            before[key] = views[key]?.document
            edge.insert(watcher, of: key)
        }
        var frames: [ViewFrame] = []
        // Every diff is needed at once.
        edge.stopFolding()
        show(event, to: catalogue.observers(of: event), frames: &frames)
        for key in keys { edge.remove(watcher, of: key) }
        let seen = frames.filter { before[$0.view] != nil }
        return seen.sorted { $0.view.name < $1.view.name }.compactMap { frame in
            (try? JSON(parsing: frame.bytes, depthMax: 64)).map { diff in
                ViewChange(diff: Self.withOldValues(diff, from: before[frame.view]?.json ?? .null))
            }
        }
    }

    /// Returns the diff with the old values in the operations that replace or remove something.
    private static func withOldValues(_ diff: JSON, from document: JSON) -> JSON {
        guard var members = diff.members, let patch = diff["patch"]?.elements else { return diff }
        members["patch"] = .array(
            patch.map { operation in
                guard operation["op"] != "add", var reversible = operation.members,
                    let path = operation["path"]?.text
                else { return operation }
                reversible["was"] = Pointer.names(path).reduce(document) { $0?[$1] }
                return .object(reversible)
            })
        return .object(members)
    }
}

extension Pointer {
    /// Returns the unescaped names in a path (RFC 6901, section 4).
    fileprivate static func names(_ path: String) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { name in
            String(name).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }
}
