import JSON
import Sync

extension Waitlist {
    /// Makes the first waiting party that fits ready: the one that is expected, or none.
    func decideCallNext(
        _ arguments: inout Arguments, at moment: Moment
    ) throws(Rejection) -> Decision {
        let sizeMax: PartySize? = arguments.optional("sizeMax")
        let expect: ThingName? = arguments.optional("expect")
        guard arguments.areGood else { throw arguments.rejection }
        let next = nextToCall(sizeMax: sizeMax?.people ?? .max)
        if let expect {
            let expected = try existing(expect)
            if expected.id != next?.id {
                let why = reason(expected.party, isNotNextFor: sizeMax?.people, at: moment.now)
                throw Rejection(
                    .conflict, "\(expected.party.name) \(why). \(sentence(aboutNext: next))")
            }
        }
        guard let next else {
            throw Rejection(
                .conflict, queue.isEmpty ? "Nobody is waiting" : "No party that waits fits")
        }
        return decision(.readied, of: next.id, name: next.party.name, ["called": true])
    }

    private func nextToCall(sizeMax: Int) -> (id: PartyID, party: Party)? {
        for place in queue {
            if let party = ledger[place.party], party.size <= sizeMax {
                return (place.party, party)
            }
        }
        return nil
    }

    private func sentence(aboutNext next: (id: PartyID, party: Party)?) -> String {
        guard let next else {
            return queue.isEmpty ? "Nobody is waiting." : "Nobody who is waiting fits."
        }
        return "Next is \(next.party.name), \(next.party.size)."
    }

    /// What happened to a party that is not the next one, as a sentence goes on after its name.
    private func reason(
        _ party: Party, isNotNextFor sizeMax: Int?, at now: Instant
    ) -> String {
        switch party.status {
        case .pending: return "has not been confirmed"
        case .waiting:
            if let sizeMax, party.size > sizeMax { return "is a party of \(party.size)" }
            return "is not the next one"
        case .ready: return "was called" + words(forWhen: party.readyAt, at: now)
        case .seated: return "was seated" + words(forWhen: party.leftAt, at: now)
        case .noShow: return "was marked as a no-show" + words(forWhen: party.leftAt, at: now)
        case .cancelled: return "was cancelled" + words(forWhen: party.leftAt, at: now)
        }
    }

    private static let justNowMillisecondsMax: Int64 = 10_000

    private func words(forWhen instant: Instant?, at now: Instant) -> String {
        guard let instant else { return "" }
        let isRecent = now.milliseconds - instant.milliseconds <= Self.justNowMillisecondsMax
        return isRecent ? " just now" : " at \(day.timeOfDay(instant))"
    }
}
