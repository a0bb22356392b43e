import JSON
import ShippedBoards
import TestSupport
import Testing

@testable import BoardKit
@testable import Sync

/// The sections of a snapshot, each of which can be used separately.
@Suite struct BoardSectionTests {
    private func venue(_ boards: [any Board], like history: VenueHistory) -> Venue {
        Venue(
            record: history.venue.record, boards: boards,
            dependencies: VenueDependencies(recall: { _ in nil }, digest: { $0 }))
    }

    private func boards(
        _ history: VenueHistory, _ registry: BoardRegistry = .shipped
    ) -> [any Board] {
        registry.boards(for: history.venue.record, dependencies: .everyone)
    }

    private func replayed(_ boards: [any Board], _ history: VenueHistory) -> Venue {
        var venue = venue(boards, like: history)
        venue.replay { apply in for event in history.events { apply(event) } }
        return venue
    }

    /// Returns the venue opened from the state saved at a revision.
    private func opened(
        _ boards: [any Board], _ history: VenueHistory, by state: [UInt8]
    ) throws -> Venue {
        var venue = venue(boards, like: history)
        try venue.restore(from: StateReader(state))
        let missed = history.events[venue.replayStart...]
        venue.replay { apply in for event in missed { apply(event) } }
        return venue
    }

    private func expectSame(_ one: Venue, _ other: Venue, _ comment: Comment) {
        #expect(one.savedState() == other.savedState(), comment)
        #expect(one.rev == other.rev && one.lastEventAt == other.lastEventAt, comment)
        for (key, log) in other.views {
            expectEqual(one.views[key]?.document, log.document, comment)
            expectEqual(one.views[key]?.rev, log.rev, comment)
        }
    }

    @Test(arguments: 1...3)
    func `replays only boards of other versions, with the same result`(seed: UInt64) throws {
        let history = VenueHistory(seed: seed, count: 80)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let rev = Int.random(in: 0...history.events.count, using: &random)
            let changed = boards(history).map { board -> any Board in
                Bool.random(using: &random) ? RevisedBoard(board) : board
            }
            let isAnyBehind = changed.contains { $0 is RevisedBoard }
            var restored = venue(changed, like: history)
            try restored.restore(from: StateReader(history.states[rev]))
            expectEqual(restored.replayStart, (isAnyBehind ? 0 : rev))
            expectSame(
                try opened(changed, history, by: history.states[rev]),
                replayed(changed, history), "seed \(seed), the snapshot at \(rev)")
        }
    }

    @Test func `replays a new board, and leaves out a removed one`() throws {
        let history = VenueHistory(seed: 4, count: 60)
        let more = BoardRegistry(BoardRegistry.shipped.modules + [BookingBoard.module])
        let withMore = try opened(
            boards(history, more), history, by: history.states[40])
        expectSame(withMore, replayed(boards(history, more), history), "one more")
        let fewer = try opened(boards(history), history, by: withMore.savedState())
        expectSame(fewer, replayed(boards(history), history), "one less")
        expectEqual(fewer.savedState(), history.states.last)
    }

    @Test func `refuses a section with bytes after the board's state`() throws {
        let history = VenueHistory(seed: 5, count: 10)
        let longer = boards(history).map { LongBoard($0) as any Board }
        let state = replayed(longer, history).savedState()
        #expect(throws: StateError.self) {
            _ = try opened(boards(history), history, by: state)
        }
    }
}

/// A forwarding board that saves its state with the next version number.
private struct RevisedBoard: ForwardingBoard {
    var board: any Board
    let declaration: BoardDeclaration

    init(_ board: any Board) {
        self.board = board
        let known = board.declaration
        declaration = BoardDeclaration(
            name: known.name, summary: known.summary, actions: known.actions, views: known.views,
            extensions: known.extensions, hears: known.hears,
            stateVersion: known.stateVersion + " revised")
    }
}

/// A forwarding board that writes more state than it reads.
private struct LongBoard: ForwardingBoard {
    var board: any Board
    var declaration: BoardDeclaration { board.declaration }

    init(_ board: any Board) { self.board = board }

    func save(to writer: inout StateWriter) {
        (board as? any RestorableBoard)?.save(to: &writer)
        writer.write(7)
    }
}

private protocol ForwardingBoard: RestorableBoard {
    var board: any Board { get set }
}

extension ForwardingBoard {
    var emptyDocuments: [String: Document] { board.emptyDocuments }

    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        try board.decide(mutation, by: principal, at: moment, among: boards)
    }

    mutating func apply(_ event: Event) -> [RowChange] { board.apply(event) }
    mutating func hear(_ event: Event) -> [RowChange] { board.hear(event) }
    func result(of event: Event) -> JSON? { board.result(of: event) }
    func nextDue() -> Instant? { board.nextDue() }
    func decideDue(at moment: Moment) -> Decision? { board.decideDue(at: moment) }
    func masked(_ value: JSON) -> JSON { board.masked(value) }

    func personalDocument(view: String, subject: Subject) -> PersonalDocument? {
        board.personalDocument(view: view, subject: subject)
    }

    func save(to writer: inout StateWriter) {
        (board as? any RestorableBoard)?.save(to: &writer)
    }

    mutating func restore(from reader: inout StateReader) throws(StateError) {
        guard var restorable = board as? any RestorableBoard else { return }
        try restorable.restore(from: &reader)
        board = restorable
    }
}
