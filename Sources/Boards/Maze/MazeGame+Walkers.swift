import BoardKit
import DequeModule
import HouseBoard
import JSON
import Mazes
package import Sync
import WaitlistBoard

extension MazeGame {
    static let walkerCountMax = 200
    /// The most walkers of one holder. The people at one table have several phones.
    static let walkersOfOneMax = 6
    static let stepsPerSecondMax = 15
    /// The label of the house's own walkers.
    private static let houseLabel = "House"

    // MARK: Decisions

    func decideJoin(_ asked: Asked, among boards: BoardStates) throws(Rejection) -> Decision {
        try asked.checkArguments()
        let principal = asked.principal
        guard let run else { throw Rejection(.conflict, .noMaze) }
        guard run.state.takesWalkers else {
            throw Rejection(
                .conflict, run.state == .failed ? .mazeFailed : .mazeWasCancelled)
        }
        var label = Self.houseLabel
        if let party = principal.subject?.id {
            guard let shown = boards[Waitlist.self]?.shownLabel(ofParty: party) else {
                throw Rejection(.conflict, .notOnTheList)
            }
            label = shown
        }
        let own = walkers.values.filter { $0.holder == principal.actor }
        try Rejection.check(own.count + 1, atMost: Self.walkersOfOneMax, else: .tooManyWalkersOfOne)
        try Rejection.check(walkers.count + 1, atMost: Self.walkerCountMax, else: .tooManyWalkers)
        let taken = Set(own.map(\.ordinal))
        let ordinal = (1...Self.walkersOfOneMax).first { !taken.contains($0) } ?? 1
        let id = MazeWalkerID(number: lastWalker + 1)
        return Self.decision(
            .joined, of: id.text,
            [
                "walker": .string(id.text),
                "label": .string(MazeWalker.label(label, ordinal: ordinal)),
                "colour": JSON(freeColour),
                "ordinal": JSON(ordinal),
                "party": (principal.subject?.id).map(JSON.string),
            ])
    }

    private var freeColour: Int {
        var counts = Array(repeating: 0, count: MazeWalker.colourCount)
        for walker in walkers.values { counts[walker.colour] += 1 }
        return counts.indices.min { counts[$0] < counts[$1] } ?? 0
    }

    func decideStep(_ asked: inout Asked) throws(Rejection) -> Decision {
        let now = asked.moment.now
        let named: ItemID? = asked.arguments.required("walker")
        let side: MazeDirection? = asked.arguments.required("to")
        guard asked.areGood, let named, let side else { throw asked.rejection }
        let (id, walker) = try walker(named, of: asked.principal)
        guard walker.holder == asked.principal.actor else {
            throw Rejection(.forbidden, .walkerOfOthers)
        }
        guard let run, run.state == .racing, let raceAt = run.raceAt else {
            throw Rejection(.conflict, .isNotRacing)
        }
        guard now >= raceAt else { throw Rejection(.conflict, .raceNotBegun) }
        guard walker.milliseconds == nil else { throw Rejection(.conflict, .atExit) }
        guard let room = rooms[walker.place], room.open.contains(side),
            case let next = walker.place.neighbour(to: side), rooms[next] != nil
        else { throw Rejection(.conflict, .wall) }
        if let wait = walker.wait(at: now) {
            throw Rejection(
                .rateLimited, because: Reason(.tooFast), retryInMilliseconds: wait)
        }
        return Self.decision(
            .stepped, of: id.text,
            [
                "walker": .string(id.text), "to": .string(side.rawValue),
                "x": JSON(next.x), "y": JSON(next.y),
            ])
    }

    func decideLeave(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("walker")
        return left(try walker(named, of: asked.principal).id)
    }

    func left(_ id: MazeWalkerID) -> Decision {
        Self.decision(.left, of: id.text, ["walker": .string(id.text)])
    }

    /// Returns the walker with this id. A guest can't tell others' walkers from unknown ones.
    private func walker(
        _ named: ItemID, of principal: Principal
    ) throws(Rejection) -> (id: MazeWalkerID, walker: MazeWalker) {
        let id = MazeWalkerID(named.text)
        let walker = id.flatMap { walkers[$0] }
        if principal.role == .guest, walker?.holder != principal.actor {
            throw Rejection(.forbidden, .walkerOfOthers)
        }
        guard let id, let walker else { throw Rejection(.notFound, .noWalker) }
        return (id, walker)
    }

    // MARK: Events

    mutating func applyJoined(_ event: Event) -> [RowChange] {
        guard let id = MazeWalkerID(event.subject), let label = event.data["label"]?.text else {
            return []
        }
        lastWalker = max(lastWalker, id.number)
        walkers[id] = MazeWalker(
            holder: event.actor, party: event.data["party"]?.text,
            ordinal: event.data["ordinal"]?.integer ?? 1,
            colour: event.data["colour"]?.integer ?? 0, label: label, activeAt: event.at)
        noteWalkers(at: event.at)
        return changes(of: id)
    }

    mutating func applyStepped(_ event: Event) -> [RowChange] {
        guard let id = MazeWalkerID(event.subject), var walker = walkers[id],
            let x = event.data["x"]?.integer, let y = event.data["y"]?.integer,
            let raceAt = run?.raceAt
        else { return [] }
        walker.place = MazePoint(x: x, y: y)
        walker.stepCount += 1
        walker.activeAt = event.at
        walker.stepTimes.append(event.at)
        if walker.stepTimes.count > Self.stepsPerSecondMax { walker.stepTimes.removeFirst() }
        let milliseconds = event.at.milliseconds(since: raceAt)
        var changes: [RowChange] = []
        if rooms[walker.place]?.kind == .exit {
            run?.finishedCount += 1
            if run?.firstFinishAt == nil { run?.firstFinishAt = event.at }
            walker.milliseconds = Int(milliseconds)
            walker.rank = run?.finishedCount
            if walker.rank == 1 {
                let winner = MazeWinner(label: walker.label, milliseconds: Int(milliseconds))
                changes = changeRun { $0.winner = winner }
            }
        }
        walkers[id] = walker
        changeRecord { $0.add(stepOf: id, walker, atMilliseconds: milliseconds) }
        return changes + self.changes(of: id)
    }

    mutating func remove(_ id: MazeWalkerID) -> [RowChange] {
        guard walkers.removeValue(forKey: id) != nil else { return [] }
        noteWalkers(at: lastEvent.at)
        return changes(of: id)
    }

    /// Removes the walkers of parties that have left, and updates the labels of the others.
    package mutating func hear(_ event: Event, among boards: BoardStates) -> [RowChange] {
        if event.recordsSetBack, let from = event.data["from"]?.text.flatMap(Instant.init) {
            return shift(byMilliseconds: event.at.milliseconds(since: from))
        }
        let namesSomebody = !walkers.isEmpty || !records.isEmpty
        guard namesSomebody, [Waitlist.boardName, House.boardName].contains(event.board),
            let waitlist = boards[Waitlist.self]
        else { return [] }
        // An event of the house may concern all parties.
        let only = event.board == Waitlist.boardName ? event.subject : nil
        for index in records.indices {
            records[index].rename(only: only, waitlist.label(ofParty:))
        }
        var changes: [RowChange] = []
        if let label = records.last?.winnerLabel, run?.winner != nil, run?.winner?.label != label {
            changes = changeRun { $0.winner?.label = label }
        }
        for (id, walker) in walkers {
            guard let party = walker.party, only == nil || party == only else { continue }
            guard let shown = waitlist.shownLabel(ofParty: party) else {
                changes += remove(id)
                continue
            }
            let label = MazeWalker.label(shown, ordinal: walker.ordinal)
            guard label != walker.label else { continue }
            walkers[id]?.label = label
            changes += self.changes(of: id)
        }
        return changes
    }
}
