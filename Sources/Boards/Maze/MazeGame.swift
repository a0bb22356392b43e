package import BoardKit
import DequeModule
package import JSON
import Mazes
package import Sync
import WaitlistBoard

/// The maze: the hub explores it room by room, and then the guests who wait walk in it together.
///
/// The board lives in memory: a restart of the hub ends the run. An event of the explorer contains the
/// rooms that were found; the views show them as they come. At any time there is at most one run, an
/// exploration with the races in it.
package struct MazeGame: Board {
    package var boardSettings: BoardSettings? = BoardSettings(of: declared)
    let dependencies: BoardDependencies
    let venue: String
    let api = MazeAPI()

    var run: MazeRun?
    /// The rooms that were found. Places are relative to the start.
    var rooms: [MazePoint: MazeRoom] = [:]
    var doorCount = 0
    var hasExit = false
    /// The run in which guests may walk, as they are told.
    var invitedTo: String?
    var walkers: [MazeWalkerID: MazeWalker] = [:]
    var replay: MazeReplay?
    /// The latest runs, of which the last is the current one.
    var records: Deque<MazeRecord> = []
    var lastRun = 0
    var lastWalker = 0
    var lastEvent: (rev: Int, at: Instant) = (0, Instant(milliseconds: 0))

    package init(venue: VenueRecord, dependencies: BoardDependencies) {
        self.venue = venue.slug
        self.dependencies = dependencies
    }

    package static let boardName = "maze"

    package var declaration: BoardDeclaration { Self.declared }

    /// Guests of a waiting party walk in the maze if the owner wants that.
    package func isOpen(_ action: ActionDeclaration, to principal: Principal) -> Bool {
        guard principal.role == .guest else { return true }
        guard principal.subject?.board == Waitlist.boardName else { return false }
        return action.name != MazeAction.join.rawValue || isOpenToGuests
    }

    /// The ticket of a run lets the hub's own explorer in.
    package func isActive(_ subject: Subject) -> Bool {
        subject.board == name && subject.id == run?.name && run?.state == .exploring
    }

    /// No document contains more of a person than the label that everybody sees.
    package func masked(_ value: JSON) -> JSON { value }
}

/// The journal has only the settings of the board, and the kernel saves them.
extension MazeGame: RestorableBoard, ImportableBoard {
    package func save(to writer: inout StateWriter) {}

    package mutating func restore(from reader: inout StateReader) throws(StateError) {}

    package var appliedRev: Int { lastEvent.rev }

    package func fault(in members: JSON) -> String? { nil }
}

/// What all screens show again.
struct MazeReplay: Sendable {
    var run: String
    var speed: Int
    var at: Instant

    var members: [String: JSON] {
        ["run": .string(run), "speed": JSON(speed), "at": .string(at.description)]
    }
}
