package import BoardKit
import DequeModule
package import JSON
import Mazes
package import Sync
import WaitlistBoard

/// The maze. The hub explores it room by room; then the waiting guests walk in it together.
///
/// The board lives in memory: a restart of the hub ends the run. The explorer's events contain the
/// found rooms, and the views show them as they arrive. At most one run exists at a time: an
/// exploration and its races.
package struct MazeGame: ActingBoard {
    package typealias Action = MazeAction
    package typealias Kind = MazeEvent

    package var boardSettings: BoardSettings? = BoardSettings(of: declared)
    let dependencies: BoardDependencies
    let venue: String
    let api = MazeAPI()

    var run: MazeRun?
    /// The found rooms, by their places relative to the start.
    var rooms: [MazePoint: MazeRoom] = [:]
    var doorCount = 0
    var hasExit = false
    /// The run to which guests are invited.
    var invitedTo: String?
    var walkers: [MazeWalkerID: MazeWalker] = [:]
    var replay: MazeReplay?
    /// The latest runs. The last one is the current one.
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

    package func isOpen(_ action: ActionDeclaration, to principal: Principal) -> Bool {
        guard principal.role == .guest else { return true }
        guard principal.subject?.board == Waitlist.boardName else { return false }
        return action.name != MazeAction.join.rawValue || isOpenToGuests
    }

    /// The ticket of a run admits the hub's own explorer.
    package func isActive(_ subject: Subject) -> Bool {
        subject.board == name && subject.id == run?.name && run?.state == .exploring
    }

    /// The labels are the documents' only personal data, and they are public.
    package func masked(_ value: JSON) -> JSON { value }
}

/// The journal keeps only the board's settings, which the kernel saves.
extension MazeGame: RestorableBoard, ImportableBoard {
    package func save(to writer: inout StateWriter) {}

    package mutating func restore(from reader: inout StateReader) throws(StateError) {}

    package var appliedRev: Int { lastEvent.rev }

    package func fault(in members: JSON) -> String? { nil }
}

/// A replay that all screens show.
struct MazeReplay: Sendable {
    var run: String
    var speed: Int
    var at: Instant

    var members: [String: JSON] {
        ["run": .string(run), "speed": JSON(speed), "at": .string(at.description)]
    }
}
