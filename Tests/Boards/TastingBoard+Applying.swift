import JSON
public import Sync

extension TastingBoard {
    public mutating func apply(_ event: Event) -> [RowChange] {
        guard event.rev > lastRev else { return [] }
        lastRev = event.rev
        if event.subject == "programme" { return applyProgramme(event) }
        if event.kind == "joined" {
            let signup = Signup(
                name: event.data["name"]?.text ?? "", phone: event.data["phone"]?.text,
                state: .open, until: event.data["until"]?.text.flatMap { Instant($0) } ?? event.at,
                rev: event.rev)
            return set(event.subject, to: signup, by: event)
        }
        guard var signup = signups[event.subject] else { return [] }
        switch event.kind {
        case "left", "missed": signup.state = .gone
        case "reminded": signup.isReminded = true
        case "unreminded": signup.isReminded = false
        default: return []
        }
        return set(event.subject, to: signup, by: event)
    }

    /// Follows the arrival of a party with a sign-up, and its undo.
    public mutating func hear(_ event: Event) -> [RowChange] {
        guard event.board == "waitlist", event.rev > lastRev else { return [] }
        lastRev = event.rev
        let party = event.kind == "added" ? event.data : event.data["party"] ?? .null
        guard event.kind == "added" || event.kind == "undone" else { return [] }
        let named = party[Event.extrasMember]?["signup"]?.text
        var changes: [RowChange] = []
        for (id, signup) in signups.sorted(by: { $0.key < $1.key }) {
            var changed = signup
            if signup.party == event.subject, id != named {
                changed.party = nil
                changed.state = .open
            }
            if id == named {
                changed.party = event.subject
                changed.state = .here
            }
            if changed != signup { changes += set(id, to: changed, by: event) }
        }
        return changes
    }

    private mutating func set(
        _ id: String, to signup: Signup, by event: Event
    ) -> [RowChange] {
        let before = signups[id]
        let countBefore = signups.count
        let openCountBefore = openCount
        var signup = signup
        signup.rev = event.rev
        // A guest's document has only the state. A new revision without a new state would report a
        // change of an unchanged document.
        if let before, before.state == signup.state { signup.rev = before.rev }
        signups[id] = signup
        if openCount != openCountBefore { countedAt = event.rev }
        var changes: [RowChange] = []
        if before?.row != signup.row {
            changes.append(
                RowChange(view: Self.hostView, member: "signups", row: id, value: signup.row))
        }
        if countBefore != signups.count {
            changes.append(
                RowChange(
                    view: Self.displayView, member: "count", row: nil, value: JSON(signups.count)))
        }
        return changes
    }

    private mutating func applyProgramme(_ event: Event) -> [RowChange] {
        let before = programme
        switch event.kind {
        case "followed":
            let address = event.data["address"]?.text ?? ""
            // A programme at the same address is not read again.
            if address != programme.address {
                programme = Programme(address: address, since: event.rev)
            }
        case "read":
            programme.text = event.data["text"]?.text ?? programme.text
            programme.staleSince = nil
        case "announced": programme.announced = event.data["count"]?.integer
        case "unread": programme.staleSince = event.at.description
        default: return []
        }
        if before.json == programme.json { return [] }
        return [
            RowChange(
                view: Self.programmeView, member: "programme", row: nil, value: programme.json)
        ]
    }
}
