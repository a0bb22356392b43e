import BoardKit
import JSON
package import Sync

extension Waitlist {
    func decideAdd(_ asked: inout Asked) throws(Rejection) -> Decision {
        let isByJoinLink = asked.principal.isByJoinLink
        let fields = isByJoinLink ? Party.joinLinkFields : Party.fields
        let values = fields.new(in: &asked.arguments)
        if isByJoinLink { let _: PhoneSecret? = asked.arguments.optional("secret") }
        guard asked.areGood else { throw asked.rejection }
        var party = newcomer(values, arrivedAt: asked.moment.now, at: asked.moment)
        if isByJoinLink, house.selfCheckIn == .confirm { party.awaitConfirmation() }
        return added(party, at: asked.moment)
    }

    /// Decides an import of a party from another system. The rules are those of `add`, except that
    /// the given time is the time of arrival.
    ///
    /// - Throws: `invalid`, with the problems of `name`, `size` and `arrivedAt`.
    package func decideImport(
        name: String, size: Int, arrivedAt: Instant, at moment: Moment
    ) throws(Rejection) -> Decision {
        var arguments = Arguments(["name": .string(name), "size": .number(Double(size))])
        let values = Party.fields.new(in: &arguments)
        if !arrivedAt.isWritable { arguments.add(.badArrival, at: "arrivedAt") }
        guard arguments.areGood else { throw arguments.rejection }
        return added(newcomer(values, arrivedAt: arrivedAt, at: moment), at: moment)
    }

    private func newcomer(
        _ values: [String: JSON], arrivedAt: Instant, at moment: Moment
    ) -> Party {
        var party = Party(
            number: nextNumber, rank: Rank(lastAt: moment.rev), name: "", size: 0,
            arrivedAt: arrivedAt)
        party.change(by: .object(values))
        return party
    }

    /// The next unused number. A party of an earlier day may have a number that this day has yet to
    /// reach.
    var nextNumber: Int {
        var number = day.lastNumber + 1
        while isTaken(number) { number += 1 }
        return number
    }

    /// Whether a party on the list has the number. A party that returns then gets another number.
    func isTaken(_ number: Int) -> Bool { numbers[number] != nil }

    private func added(_ party: Party, at moment: Moment) -> Decision {
        Decision(
            kind: PartyEvent.added.rawValue, subject: PartyID(rev: moment.rev).text,
            data: party.data, awaitsConfirmation: party.status == .pending)
    }
}
