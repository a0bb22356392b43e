import JSON
import Sync

extension LabBoard {
    mutating func apply(_ event: Event) -> [RowChange] {
        let before = items.keys.reduce(into: [:]) { $0[$1] = own($1) }
        defer {
            for id in items.keys where own(id) != before[id] { items[id]?.ownRev = event.rev }
        }
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
        case "titled":
            title = event.data["value"]
            return [RowChange(view: "lab/open", member: "title", row: nil, value: title)]
        case "extended":
            extra = event.data["value"]
            return [RowChange(view: "lab/open", member: "extra", row: nil, value: extra)]
        case "pinned": return pin(event.subject, event.data["value"])
        default: return []
        }
        return changes(of: event.subject)
    }

    /// Reports the item in both views, whether or not it looks different there.
    private func changes(of id: String) -> [RowChange] {
        let item = items[id]
        return [
            RowChange(
                view: "lab/open", member: "items", row: id,
                value: item.map { ["name": .string($0.name)] }),
            RowChange(
                view: "lab/staff", member: "items", row: id, value: item.map { staffRow($0) }),
        ]
    }

    private mutating func pin(_ row: String, _ value: JSON?) -> [RowChange] {
        if value != nil || extra?.members != nil {
            var rows = extra?.members ?? [:]
            rows[row] = value
            extra = .object(rows)
        }
        return [RowChange(view: "lab/open", member: "extra", row: row, value: value)]
    }
}
