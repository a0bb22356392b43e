import JSON
import TestSupport
import Testing

@testable import Sync

struct BoardIndexTests {
    private let boardIndex = BoardIndex([
        board("last", storage: .memory, hears: [HeardEvents(of: "first")]),
        board("first"),
        board("choosy", hears: [HeardEvents(of: "first", ["changed"]), .settings]),
        board("curious", hears: [.all]),
        board("loyal", hears: [HeardEvents(of: "gone")]),
    ])

    @Test(arguments: [
        ("first", "changed", [1, 2, 3, 0]),
        ("first", "added", [1, 3, 0]),
        ("first", "configured", [1, 2, 3, 0]),
        ("last", "changed", [3, 0]),
        ("last", "configured", [2, 3, 0]),
        ("choosy", "changed", [2, 3]),
        ("gone", "changed", [3, 4]),
        ("gone", "configured", [2, 3, 4]),
        ("never", "changed", [3]),
    ])
    func `an event is observed by its own board, and by those that declare it`(
        board: String, kind: String, expected: [Int]
    ) {
        expectEqual(boardIndex.observers(of: Self.event(board, kind)).map(\.index), expected)
    }

    private static func board(
        _ name: String, storage: BoardDeclaration.Storage = .journal, hears: [HeardEvents] = []
    ) -> BoardDeclaration {
        BoardDeclaration(
            name: name, summary: "A board.", actions: [], views: [], storage: storage, hears: hears)
    }

    private static func event(_ board: String, _ kind: String) -> Event {
        Event(
            rev: 1, at: Instant(milliseconds: 0), board: board, kind: kind, subject: "it",
            data: [:], actor: .clock, mutationID: nil)
    }
}
