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
        // It counts in what makes a repeated request the same, and is not kept.
        if principal.isNewcomer { let _: PhoneSecret? = arguments.optional("secret") }
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
    private static let pendingCountMax = 100

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
            data: party.data, awaitsConfirmation: party.status == .pending)
    }
}
