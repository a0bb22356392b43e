import BoardKit
package import JSON
package import Sync

extension Waitlist {
    package mutating func apply(_ event: Event) -> [RowChange] {
        guard event.board == name, event.rev > ledger.lastRev,
            let kind = PartyEvent(rawValue: event.kind)
        else { return [] }
        guard let id = PartyID(event.subject) else { return [] }
        switch kind {
        case .added:
            guard !ledger.knows(id), let party = Party(event.data) else { return [] }
            return replace(nil, of: id, by: party, event)
        case .undone:
            guard let undoes = event.data["undoes"]?.integer, ledger.hasEvent(undoes, of: id),
                let state = event.data["party"]
            else { return [] }
            let party = Party(state)
            guard party != nil || state.isNull else { return [] }
            return replace(ledger[id], of: id, by: party, event, undoes: undoes)
        default:
            guard let old = ledger[id] else { return [] }
            var party = old
            party.become(kind, event)
            return replace(old, of: id, by: party, event)
        }
    }

    /// Replaces a party in all collections.
    private mutating func replace(
        _ old: Party?, of id: PartyID, by new: Party?, _ event: Event, undoes: Int? = nil
    ) -> [RowChange] {
        let guestBefore = guestPicture(of: old, id).map {
            (picture: $0, changedRev: guestViews.changedRev(of: id, $0))
        }
        ledger.record(event, of: id, undoes: undoes, state: new)
        reorder(id, from: old, to: new, event)
        renumber(from: old, to: new)
        guestViews.record(
            id, rev: event.rev, from: guestBefore, to: guestPicture(of: new, id))
        guestViews.queue.prune(keeping: places)
        noteNumber(from: old, to: new, event)
        let wasGone = day.gone.contains(id)
        let isGone = day.updateGone(id, leftAt: new?.leftAt)
        let row = event.subject
        var changes = hostChanges(row, from: old, to: new, wasGone: wasGone, isGone: isGone)
        if let shown = displayChange(row, from: old, to: new) { changes.append(shown) }
        return changes
    }

    private mutating func reorder(
        _ id: PartyID, from old: Party?, to new: Party?, _ event: Event
    ) {
        let place = (old: old?.rank(where: \.hasPlace), new: new?.rank(where: \.hasPlace))
        if place.old != place.new {
            if let rank = place.old { places.remove(id, at: rank) }
            if let rank = place.new { places.insert(id, at: rank) }
        }
        let turn = (
            old: old?.rank(where: { $0 == .waiting }), new: new?.rank(where: { $0 == .waiting })
        )
        if turn.old != turn.new {
            if let rank = turn.old { queue.remove(id, at: rank) }
            if let rank = turn.new { queue.insert(id, at: rank) }
            guestViews.queue.change(from: turn.old, to: turn.new, at: event.rev)
        }
    }

    /// Records the number that was given to a party.
    private mutating func noteNumber(from old: Party?, to new: Party?, _ event: Event) {
        guard let new else { return }
        if event.kind == PartyEvent.added.rawValue {
            day.lastNumber = new.number
        } else if let old, old.number != new.number, new.status.hasPlace {
            day.lastNumber = max(day.lastNumber, new.number)
        }
    }

    private mutating func renumber(from old: Party?, to new: Party?) {
        let before = old.flatMap { $0.status.hasPlace ? $0.number : nil }
        let after = new.flatMap { $0.status.hasPlace ? $0.number : nil }
        guard before != after else { return }
        if let before, let count = numbers[before] { numbers[before] = count > 1 ? count - 1 : nil }
        if let after { numbers[after, default: 0] += 1 }
    }
}

extension Party {
    fileprivate func rank(where isMeant: (PartyStatus) -> Bool) -> Rank? {
        isMeant(status) ? rank : nil
    }

    /// Applies an event to the party.
    fileprivate mutating func become(_ kind: PartyEvent, _ event: Event) {
        let data = event.data
        extras.change(by: event)
        switch kind {
        case .added, .undone: break
        case .edited: change(by: data)
        case .confirmed, .unreadied: wait()
        case .readied: becomeReady(at: event.at)
        case .seated: leave(as: .seated, at: event.at, table: data["table"]?.text)
        case .noShow: leave(as: .noShow, at: event.at)
        case .cancelled: leave(as: .cancelled, at: event.at)
        case .restored:
            let status = data["status"]?.text.flatMap(PartyStatus.init(rawValue:))
            if let status, status.hasPlace { comeBack(as: status) }
            rank = data["rank"]?.text.flatMap(Rank.init(_:)) ?? rank
            number = data["number"]?.integer ?? number
        case .moved: rank = data["rank"]?.text.flatMap(Rank.init(_:)) ?? rank
        }
    }
}

extension Waitlist: ImportableBoard {
    package var appliedRev: Int { ledger.lastRev }

    package func fault(in members: JSON) -> String? {
        members.fault(
            in: [
                "name": PartyName.self, "size": PartySize.self, "phone": PhoneNumber.self,
                "notes": PartyNotes.self, "tags": PartyTags.self, "table": TableName.self,
            ], masked: ["phone"])
    }
}
