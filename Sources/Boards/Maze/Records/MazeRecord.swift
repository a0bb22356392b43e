import JSON
import Mazes
import Sync

/// The record of a run, for replays.
struct MazeRecord: Sendable {
    /// The number of runs whose records are kept.
    static let countMax = 8
    static let stepCountMax = 100_000

    private struct FoundRoom: Sendable {
        var milliseconds: Int32
        var x: Int16
        var y: Int16
        var room: MazeRoom
    }

    private struct Name: Sendable {
        var label: String
        var party: String?
        var ordinal: Int
    }

    private struct Step: Sendable {
        var milliseconds: Int32
        var walker: Int32
        var x: Int16
        var y: Int16
    }

    let run: String
    private(set) var startedAt: Instant
    var maze: String?
    var state = MazeRun.State.exploring
    var foundCount = 0
    /// The rooms in the order of discovery. A room that changed later is listed again.
    private var rooms: [FoundRoom] = []
    /// The steps of the last race.
    private var steps: [Step] = []
    /// The walkers that have taken a step in the last race, by the numbers of their ids.
    private var names: [Int: Name] = [:]
    private var winner: Int?

    init(_ run: MazeRun) {
        self.run = run.name
        startedAt = run.startedAt
        maze = run.maze
    }

    mutating func add(_ room: MazeRoom, at place: MazePoint, at now: Instant) {
        rooms.append(
            FoundRoom(
                milliseconds: Int32(clamping: now.milliseconds(since: startedAt)),
                x: Int16(clamping: place.x), y: Int16(clamping: place.y), room: room))
    }

    mutating func beginRace() {
        steps = []
        names = [:]
        winner = nil
    }

    /// - Parameter milliseconds: the time since the beginning of the race.
    mutating func add(
        stepOf id: MazeWalkerID, _ walker: MazeWalker, atMilliseconds milliseconds: Int64
    ) {
        if names[id.number] == nil {
            names[id.number] = Name(
                label: walker.label, party: walker.party, ordinal: walker.ordinal)
        }
        if walker.rank == 1 { winner = id.number }
        guard steps.count < Self.stepCountMax else { return }
        steps.append(
            Step(
                milliseconds: Int32(clamping: milliseconds), walker: Int32(clamping: id.number),
                x: Int16(clamping: walker.place.x), y: Int16(clamping: walker.place.y)))
    }

    /// Renames the walkers of parties, including those that have left.
    ///
    /// - Parameters:
    ///   - only: the only party that may have a new label; `nil` for all parties.
    ///   - label: returns a party's present label, or `nil` if it is unknown.
    mutating func rename(only: String?, _ label: (_ party: String) -> String?) {
        for (id, name) in names {
            guard let party = name.party, only == nil || party == only, let label = label(party)
            else { continue }
            let renamed = MazeWalker.label(label, ordinal: name.ordinal)
            if renamed != name.label { names[id]?.label = renamed }
        }
    }

    /// Moves the beginning after the hub's clock was set.
    mutating func shift(byMilliseconds milliseconds: Int64) {
        startedAt = startedAt.adding(milliseconds: milliseconds)
    }

    /// The label of the winner of the last race.
    var winnerLabel: String? { winner.flatMap { names[$0]?.label } }

    var summary: JSON {
        JSON(present: [
            "run": .string(run), "maze": maze.map(JSON.string),
            "startedAt": .string(startedAt.description), "found": JSON(foundCount),
            "state": .string(state.rawValue),
            "winner": winnerLabel.map(JSON.string),
        ])
    }

    /// The whole record. It may be large, so it is not made on a loop.
    var json: JSON {
        JSON(present: [
            "run": .string(run), "maze": maze.map(JSON.string),
            "rooms": .array(
                rooms.map { found in
                    [
                        JSON(Int(found.milliseconds)), .string("\(found.x),\(found.y)"),
                        .string(found.room.text),
                    ]
                }),
            "steps": .array(
                steps.map { step in
                    [
                        JSON(Int(step.milliseconds)),
                        .string(MazeWalkerID(number: Int(step.walker)).text), JSON(Int(step.x)),
                        JSON(Int(step.y)),
                    ]
                }),
            "labels": .object(
                Dictionary(
                    uniqueKeysWithValues: names.map {
                        (MazeWalkerID(number: $0.key).text, JSON.string($0.value.label))
                    })),
        ])
    }

    /// The maze as it was last found.
    var plan: MazePlan {
        var found: [MazePoint: MazeRoom] = [:]
        for room in rooms { found[MazePoint(x: Int(room.x), y: Int(room.y))] = room.room }
        return MazePlan(rooms: found)
    }
}
