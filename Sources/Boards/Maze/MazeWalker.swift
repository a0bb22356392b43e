import DequeModule
import JSON
import Mazes
import Sync

/// The id of a walker: `w_1`.
struct MazeWalkerID: Sendable, Hashable, Comparable {
    let number: Int

    init(number: Int) { self.number = number }

    init?(_ text: String) {
        guard let number = Int(text.dropFirst(2)), text == Self(number: number).text else {
            return nil
        }
        self.init(number: number)
    }

    var text: String { "w_\(number)" }

    static func < (one: Self, other: Self) -> Bool { one.number < other.number }
}

/// A person's figure in the maze.
struct MazeWalker: Sendable {
    static let colourCount = 12

    /// The actor who joined: `guest:p_8x` or `host:d_4f`.
    let holder: Actor
    /// The party, for a guest's walker.
    let party: String?
    /// The number of the walker among its holder's, from 1.
    let ordinal: Int
    let colour: Int
    var label: String
    var place = MazePlan.start
    var stepCount = 0
    /// The times of the latest steps, at most as many as are allowed per second.
    var stepTimes: Deque<Instant> = []
    /// The time at which the walker joined or took its last step.
    var activeAt: Instant
    /// The time from the beginning of the race to the exit; `nil` before the exit.
    var milliseconds: Int?
    /// The rank, 1 for the winner; `nil` before the exit.
    var rank: Int?

    /// Returns the label of a walker: that of its party or device, with a number from the second
    /// walker on.
    static func label(_ label: String, ordinal: Int) -> String {
        ordinal == 1 ? label : "\(label) \(ordinal)"
    }

    /// Moves the walker to the start, for another maze or race.
    ///
    /// - Returns: Whether it had left the start.
    mutating func restart() -> Bool {
        guard stepCount > 0 else { return false }
        place = MazePlan.start
        stepCount = 0
        milliseconds = nil
        rank = nil
        return true
    }

    /// Moves all times after the hub's clock was set.
    mutating func shift(byMilliseconds milliseconds: Int64) {
        activeAt = activeAt.adding(milliseconds: milliseconds)
        for index in stepTimes.indices {
            stepTimes[index] = stepTimes[index].adding(milliseconds: milliseconds)
        }
    }

    /// Returns the milliseconds until the next step is allowed, or `nil` if it is allowed now.
    func wait(at now: Instant) -> Int? {
        guard stepTimes.count >= MazeGame.stepsPerSecondMax, let first = stepTimes.first else {
            return nil
        }
        let wait = 1_000 - now.milliseconds(since: first)
        return wait > 0 ? Int(wait) : nil
    }

    var row: JSON {
        JSON(present: [
            "label": .string(label), "colour": JSON(colour), "x": JSON(place.x),
            "y": JSON(place.y), "steps": JSON(stepCount), "ms": milliseconds.map { JSON($0) },
            "place": rank.map { JSON($0) },
        ])
    }
}
