import JSON

/// The parties of an evening: when they arrive, how long they wait, and what the host does with
/// them, including mistakes.
struct WaitlistRehearsal: Equatable {
    struct Step: Sendable, Equatable {
        /// Seconds since the midnight before the evening.
        var second: Int
        /// The number of the party in the plan, from 0.
        var party: Int
        var act: Act
    }

    enum Act: Sendable, Equatable {
        case arrive(Details)
        /// The party has more or fewer people than it said.
        case resize(Int)
        case ready
        case seat(table: String)
        case noShow
        case cancel
        /// Takes back the last act with this party.
        case undo
    }

    /// What a party says about itself.
    struct Details: Sendable, Equatable {
        var name: String
        var size: Int
        /// A number that is reserved for fiction.
        var phone: String?
        var notes: String?
        var tags: [String]
    }

    private enum Standing {
        case waiting
        case ready
        case gone
    }

    private struct Party: Equatable {
        /// The id that the hub gave it.
        let id: String
        /// The party's public number.
        let number: String
        var size: Int
        /// The last one is the current one; each undo removes one.
        var standings: [Standing] = [.waiting]
        /// The revision of the last act that can be taken back.
        var lastRev: Int?
    }

    let steps: [Step]
    private var parties: [Int: Party] = [:]
    private var arrivedCount = 0
    private var seatedCount = 0
    private var noShowCount = 0
    private var cancelledCount = 0
    private var undoCount = 0
}

extension WaitlistRehearsal: RehearsalPart {
    init(arrivals: [Arrival], document: JSON?, using random: inout SplitMix64) {
        var steps: [Step] = []
        var firstOfLateArrivals = 0
        for (index, arrival) in arrivals.enumerated() {
            while arrivals[firstOfLateArrivals].second < arrival.second - 1_800 {
                firstOfLateArrivals += 1
            }
            var course = PartyCourse(
                party: index, arrival: arrival, busyness: index - firstOfLateArrivals)
            steps += course.steps(using: &random)
        }
        self.steps = steps
    }

    var seconds: [Int] { steps.map(\.second) }

    var tally: String {
        let waiting = parties.values.count { $0.standings.last == .waiting }
        let ready = parties.values.count { $0.standings.last == .ready }
        return "\(waiting) waiting, \(ready) ready"
    }

    var counts: [RehearsalCount] {
        [
            RehearsalCount("parties", arrivedCount), RehearsalCount("seated", seatedCount),
            RehearsalCount("no-shows", noShowCount), RehearsalCount("cancelled", cancelledCount),
            RehearsalCount("undone", undoCount),
        ]
    }

    func mutation(at step: Int) -> RehearsalMutation? {
        let (party, act) = (steps[step].party, steps[step].act)
        if case .arrive(let details) = act { return Self.add(details) }
        return parties[party].flatMap { Self.mutation(act, on: $0) }
    }

    private static func add(_ details: Details) -> RehearsalMutation {
        var arguments: [String: JSON] = [
            "name": .string(details.name), "size": JSON(details.size),
        ]
        arguments["phone"] = details.phone.map(JSON.string)
        arguments["notes"] = details.notes.map(JSON.string)
        if !details.tags.isEmpty { arguments["tags"] = .array(details.tags.map(JSON.string)) }
        return RehearsalMutation(WaitlistAction.add.rawValue, arguments)
    }

    private static func mutation(_ act: Act, on party: Party) -> RehearsalMutation? {
        func of(_ action: WaitlistAction, _ more: [String: JSON] = [:]) -> RehearsalMutation {
            RehearsalMutation(
                action.rawValue, more.merging(["party": .string(party.id)]) { one, _ in one })
        }
        return switch act {
        case .arrive: nil
        case .resize(let size): of(.edit, ["size": JSON(size)])
        case .ready: of(.ready)
        case .seat(let table): of(.seat, ["table": .string(table)])
        case .noShow: of(.noShow)
        case .cancel: of(.cancel)
        case .undo:
            party.lastRev.map {
                RehearsalMutation(WaitlistAction.undo.rawValue, ["rev": JSON($0)])
            }
        }
    }

    mutating func accepted(_ step: Int, rev: Int, result: JSON?) -> String {
        let (index, act) = (steps[step].party, steps[step].act)
        if case .arrive(let details) = act {
            arrivedCount += 1
            guard let id = result?["party"]?.text else { return "a party arrives" }
            let number = result?["number"]?.integer.map(String.init) ?? id
            parties[index] = Party(id: id, number: number, size: details.size, lastRev: rev)
            return "party \(number) of \(details.size) arrives"
        }
        guard var party = parties[index] else { return "a party is not known" }
        party.lastRev = rev
        let verb = carryOut(act, on: &party)
        parties[index] = party
        return "party \(party.number) of \(party.size) \(verb)"
    }

    private mutating func carryOut(_ act: Act, on party: inout Party) -> String {
        switch act {
        case .arrive: return "arrives"
        case .resize(let size):
            let old = party.size
            party.size = size
            return "was \(old) before"
        case .ready:
            party.standings.append(.ready)
            return "is ready"
        case .seat:
            party.standings.append(.gone)
            seatedCount += 1
            return "is seated"
        case .noShow:
            party.standings.append(.gone)
            noShowCount += 1
            return "did not show up"
        case .cancel:
            party.standings.append(.gone)
            cancelledCount += 1
            return "cancelled"
        case .undo:
            // Only `ready` and `seat` are ever undone.
            if party.standings.popLast() == .gone { seatedCount -= 1 }
            party.lastRev = nil
            undoCount += 1
            return "is put back: that was a slip"
        }
    }

    /// A rejected step can't be undone.
    mutating func rejected(_ step: Int) { parties[steps[step].party]?.lastRev = nil }
}
