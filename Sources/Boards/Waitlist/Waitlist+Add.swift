import JSON
public import Sync

extension Waitlist {
    func decideAdd(
        _ arguments: inout Arguments, by principal: Principal, at moment: Moment
    ) throws(Rejection) -> Decision {
        let name: PartyName? = arguments.required("name")
        let size: PartySize? = arguments.required("size")
        let phone: PhoneNumber? = arguments.optional("phone")
        let notes: PartyNotes? = arguments.optional("notes")
        // Guests do not say of themselves what hosts remark.
        let tags: PartyTags? = principal.isNewcomer ? nil : arguments.optional("tags")
        guard arguments.areGood, let name, let size else { throw arguments.rejection }
        var party = newcomer(name, size, arrivedAt: moment.now, at: moment)
        party.phone = phone?.text
        party.notes = notes?.text
        party.tags = tags?.texts ?? []
        if principal.isNewcomer, venue.selfCheckIn == .confirm {
            try checkPendingCount()
            party.awaitConfirmation()
        }
        return added(party, at: moment)
    }

    /// More than a host would ever read through.
    private static let pendingCountMax = 50

    private func checkPendingCount() throws(Rejection) {
        let count = places.reduce(0) { $0 + (ledger[$1.party]?.status == .pending ? 1 : 0) }
        guard count < Self.pendingCountMax else {
            throw Rejection(.conflict, "Too many parties wait to be confirmed; ask the host")
        }
    }

    /// A party that another system recorded: `added` like any other, under the same rules, except
    /// that it arrived when the record says.
    ///
    /// - Throws: `invalid`, with the problems of `name`, `size` and `arrivedAt`.
    public func decideImport(
        name: String, size: Int, arrivedAt: Instant, at moment: Moment
    ) throws(Rejection) -> Decision {
        var arguments = Arguments(["name": .string(name), "size": .number(Double(size))])
        let name: PartyName? = arguments.required("name")
        let size: PartySize? = arguments.required("size")
        if !WritableInstant.canHold(arrivedAt) {
            arguments.add("ArrivedAt must be an instant of the years 1 to 9999", at: "arrivedAt")
        }
        guard arguments.areGood, let name, let size else { throw arguments.rejection }
        return added(newcomer(name, size, arrivedAt: arrivedAt, at: moment), at: moment)
    }

    private func newcomer(
        _ name: PartyName, _ size: PartySize, arrivedAt: Instant, at moment: Moment
    ) -> Party {
        Party(
            number: day.lastNumber + 1, rank: Rank(lastAt: moment.rev), name: name.text,
            size: size.people, arrivedAt: arrivedAt)
    }

    private func added(_ party: Party, at moment: Moment) -> Decision {
        Decision(
            kind: PartyEvent.added.rawValue, subject: PartyID(rev: moment.rev).text,
            data: party.data)
    }

    func decideEdit(
        _ arguments: inout Arguments, ifRev: Int?
    ) throws(Rejection) -> Decision {
        let named: ThingName? = arguments.required("party")
        let edit = PartyEdit(&arguments)
        guard arguments.areGood, let named else { throw arguments.rejection }
        let (id, party) = try existing(named)
        try checkFreshness(of: [id], ifRev: ifRev)
        try checkLegality(of: .edit, for: party)
        return decision(
            .edited, of: id, name: edit.name?.text ?? party.name, edit.changes(of: party))
    }
}

/// What an edit gives anew or takes away.
private struct PartyEdit {
    let name: PartyName?
    let size: PartySize?
    let phone: ValueChange<PhoneNumber>?
    let notes: ValueChange<PartyNotes>?
    let tags: ValueChange<PartyTags>?

    init(_ arguments: inout Arguments) {
        let isEmpty = !arguments.hasAny(of: ["name", "size", "phone", "notes", "tags"])
        name = arguments.replacement(of: "name")
        size = arguments.replacement(of: "size")
        phone = arguments.change(of: "phone")
        notes = arguments.change(of: "notes")
        tags = arguments.change(of: "tags")
        if isEmpty {
            arguments.add("One of name, size, phone, notes and tags is required.", at: "name")
        }
    }

    /// What is different afterwards, `null` for what is taken away. An edit that gives what is
    /// there already is a good one of which nothing comes: a form may send all that it shows.
    func changes(of party: Party) -> [String: JSON] {
        var changes: [String: JSON] = [:]
        if let people = size?.people, people != party.size { changes["size"] = JSON(people) }
        changes["phone"] = phone?.difference(from: party.phone.map(JSON.string)) {
            .string($0.text)
        }
        changes["notes"] = notes?.difference(from: party.notes.map(JSON.string)) {
            .string($0.text)
        }
        let presentTags = party.tags.isEmpty ? nil : JSON.array(party.tags.map(JSON.string))
        changes["tags"] = tags?.difference(from: presentTags) {
            .array($0.texts.map(JSON.string))
        }
        return changes
    }
}

extension ValueChange {
    /// The new value, `null` when there is none any more; `nil` when nothing is different.
    fileprivate func difference(from present: JSON?, _ json: (Value) -> JSON) -> JSON? {
        let new: JSON? =
            switch self {
            case .set(let value): json(value)
            case .remove: nil
            }
        return new == present ? nil : new ?? .null
    }
}
