import BoardKit
import JSON
package import Sync

extension Waitlist {
    func decideAdd(
        _ arguments: inout Arguments, by principal: Principal, at moment: Moment
    ) throws(Rejection) -> Decision {
        let name: PartyName? = arguments.required("name")
        let size: PartySize? = arguments.required("size")
        let phone: PhoneNumber? = arguments.optional("phone")
        let notes: PartyNotes? = arguments.optional("notes")
        // Tags are the hosts' remarks.
        let tags: PartyTags? = principal.isByJoinLink ? nil : arguments.optional("tags")
        if principal.isByJoinLink { let _: PhoneSecret? = arguments.optional("secret") }
        guard arguments.areGood, let name, let size else { throw arguments.rejection }
        var party = newcomer(name, size, arrivedAt: moment.now, at: moment)
        party.phone = phone?.text
        party.notes = notes?.text
        party.tags = tags?.texts ?? []
        if principal.isByJoinLink, house.selfCheckIn == .confirm {
            party.awaitConfirmation()
        }
        return added(party, at: moment)
    }

    /// Decides an import of a party that another system recorded. The rules are those of `add`,
    /// except that the record gives the time of arrival.
    ///
    /// - Throws: `invalid`, with the problems of `name`, `size` and `arrivedAt`.
    package func decideImport(
        name: String, size: Int, arrivedAt: Instant, at moment: Moment
    ) throws(Rejection) -> Decision {
        var arguments = Arguments(["name": .string(name), "size": .number(Double(size))])
        let name: PartyName? = arguments.required("name")
        let size: PartySize? = arguments.required("size")
        if !arrivedAt.isWritable { arguments.add(.badArrival, at: "arrivedAt") }
        guard arguments.areGood, let name, let size else { throw arguments.rejection }
        return added(newcomer(name, size, arrivedAt: arrivedAt, at: moment), at: moment)
    }

    private func newcomer(
        _ name: PartyName, _ size: PartySize, arrivedAt: Instant, at moment: Moment
    ) -> Party {
        Party(
            number: nextNumber, rank: Rank(lastAt: moment.rev), name: name.text,
            size: size.people, arrivedAt: arrivedAt)
    }

    /// The next number that no party on the list has. A party of an earlier day may have one that
    /// this day has not come to yet.
    var nextNumber: Int {
        var number = day.lastNumber + 1
        while isTaken(number) { number += 1 }
        return number
    }

    /// Whether a party on the list has the number. A party that comes back then needs another one.
    func isTaken(_ number: Int) -> Bool { numbers[number] != nil }

    private func added(_ party: Party, at moment: Moment) -> Decision {
        Decision(
            kind: PartyEvent.added.rawValue, subject: PartyID(rev: moment.rev).text,
            data: party.data, awaitsConfirmation: party.status == .pending)
    }
}
