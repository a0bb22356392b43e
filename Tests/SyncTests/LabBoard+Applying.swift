import JSON
import Sync

extension LabBoard {
    mutating func apply(_ event: Event) -> [RowChange] {
        let before = items.keys.reduce(into: [:]) { $0[$1] = own($1) }
        defer {
            for id in items.keys where own(id) != before[id] { items[id]?.ownRev = event.rev }
        }
        let old = items[event.subject]
        switch event.kind {
        case "put":
            items[event.subject] = Item(
                name: event.data["name"]?.text ?? "", secret: event.data["secret"]?.text ?? "",
                place: event.rev, dueAt: event.data["dueAt"]?.text.flatMap(Instant.init),
                changedRev: event.rev, ownRev: event.rev)
        case "renamed":
            items[event.subject]?.name = event.data["name"]?.text ?? ""
            items[event.subject]?.changedRev = event.rev
        case "hushed":
            items[event.subject]?.secret = event.data["secret"]?.text ?? ""
            items[event.subject]?.changedRev = event.rev
        case "dropped": items[event.subject] = nil
        case "titled": return exchange("title", \.title, for: event.data["value"])
        case "extended": return exchange("extra", \.extra, for: event.data["value"])
        case "pinned": return pin(event.subject, event.data["value"])
        default: return []
        }
        return changes(of: event.subject, from: old)
    }

    /// Returns the item's rows in the views where it looks different.
    private func changes(of id: String, from old: Item?) -> [RowChange] {
        let new = items[id]
        let rows: [(view: String, old: JSON?, new: JSON?)] = [
            ("lab/open", old.map { openRow($0) }, new.map { openRow($0) }),
            ("lab/staff", old.map { staffRow($0) }, new.map { staffRow($0) }),
        ]
        return rows.filter { $0.old != $0.new }.map {
            RowChange(view: $0.view, member: "items", row: id, value: $0.new)
        }
    }

    private mutating func exchange(
        _ member: String, _ path: WritableKeyPath<LabBoard, JSON?>, for value: JSON?
    ) -> [RowChange] {
        if self[keyPath: path] == value { return [] }
        self[keyPath: path] = value
        return [RowChange(view: "lab/open", member: member, row: nil, value: value)]
    }

    private mutating func pin(_ row: String, _ value: JSON?) -> [RowChange] {
        if extra?[row] == value { return [] }
        var rows = extra?.members ?? [:]
        rows[row] = value
        extra = .object(rows)
        return [RowChange(view: "lab/open", member: "extra", row: row, value: value)]
    }
}
