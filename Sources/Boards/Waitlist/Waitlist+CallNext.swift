import BoardKit
import JSON
import Sync

extension Waitlist {
    /// Makes the first waiting party that fits ready. Rejects the action if the sender expects
    /// another party.
    func decideCallNext(_ asked: inout Asked) throws(Rejection) -> Decision {
        let sizeMax: PartySize? = asked.arguments.optional("sizeMax")
        let expect: ItemID? = asked.arguments.optional("expect")
        guard asked.areGood else { throw asked.rejection }
        let next = nextToCall(sizeMax: sizeMax?.people ?? .max)
        if let expect {
            let expected = try existing(expect)
            if expected.id != next?.id {
                let why = reason(
                    expected.party, isNotNextFor: sizeMax?.people, at: asked.moment.now)
                throw Rejection(
                    .conflict,
                    because: Reason(
                        .anotherIsNext, ["name": .string(expected.party.name)],
                        phrases: ["why": why, "next": sentence(aboutNext: next)]))
            }
        }
        guard let next else {
            throw Rejection(.conflict, queue.isEmpty ? .nobodyWaits : .nobodyFits)
        }
        return decision(.readied, of: next.id, name: next.party.name, ["called": true])
    }

    private func nextToCall(sizeMax: Int) -> (id: PartyID, party: Party)? {
        for place in queue {
            if let party = ledger[place.id], party.size <= sizeMax {
                return (place.id, party)
            }
        }
        return nil
    }

    private func sentence(aboutNext next: (id: PartyID, party: Party)?) -> Reason {
        guard let next else { return Reason(queue.isEmpty ? .nobodyIsNext : .nobodyNextFits) }
        return Reason(
            .isNext, ["name": .string(next.party.name), "size": JSON(next.party.size)])
    }

    /// Returns the reason why a party is not the next one, as a phrase that follows its name.
    private func reason(
        _ party: Party, isNotNextFor sizeMax: Int?, at now: Instant
    ) -> Reason {
        switch party.status {
        case .pending: Reason(.wasNotConfirmed)
        case .waiting where party.size > sizeMax ?? .max:
            Reason(.isOfSize, ["size": JSON(party.size)])
        case .waiting: Reason(.isNotNext)
        case .ready: reason(.wasCalled, party.readyAt, at: now)
        case .seated: reason(.wasSeated, party.leftAt, at: now)
        case .noShow: reason(.wasNoShow, party.leftAt, at: now)
        case .cancelled: reason(.wasCancelled, party.leftAt, at: now)
        }
    }

    private static let justNowMillisecondsMax: Int64 = 10_000

    private func reason(
        _ problem: ProblemDeclaration, _ instant: Instant?, at now: Instant
    ) -> Reason {
        let instant = instant ?? now
        let isRecent = now.milliseconds - instant.milliseconds <= Self.justNowMillisecondsMax
        let when =
            isRecent
            ? Reason(.justNow) : Reason(.atTime, ["time": .string(day.timeOfDay(instant))])
        return Reason(problem, phrases: ["when": when])
    }
}
