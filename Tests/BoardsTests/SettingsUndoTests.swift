import BoardKit
import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

/// Undo of settings, which every board refuses.
@Suite struct SettingsUndoTests {
    private static let owner = Principal(role: .owner, device: "d_owner")

    private static let boards = BoardRegistry.shipped.modules.map(\.declaration).filter {
        !$0.settings.isEmpty && $0.action("\($0.name).undo") != nil
    }.map(\.name)

    /// Changes the first setting of a board.
    private func configured(_ board: String) throws -> (venue: Venue, rev: Int) {
        var venue = Venue.empty(.ofTests(createdAt: Instant(milliseconds: 0)))
        let declaration = BoardRegistry.shipped.modules.map(\.declaration)
            .first { $0.name == board }
        let setting = try #require(declaration?.settings.first)
        let mutation = Mutation(
            id: "first", action: "\(board).configure", arguments: [setting.name: .null])
        _ = venue.mutate(
            mutation, of: ClientID(number: 1), by: Self.owner, at: Instant(milliseconds: 1))
        let taken = venue.takeBatch()
        let batch = try #require(taken)
        _ = venue.journaled(batch)
        return (venue, venue.rev)
    }

    private func refusal(_ venue: Venue, _ board: String, _ rev: JSON) -> Rejection? {
        var copy = venue
        let mutation = Mutation(id: "again", action: "\(board).undo", arguments: ["rev": rev])
        let actions = copy.mutate(
            mutation, of: ClientID(number: 1), by: Self.owner, at: Instant(milliseconds: 2))
        for case .send(_, .reject(_, let rejection)) in actions { return rejection }
        return nil
    }

    @Test(arguments: boards)
    func `explains the conflict of an undo of settings`(board: String) throws {
        let (venue, rev) = try configured(board)
        let refusal = refusal(venue, board, JSON(rev))
        expectEqual(refusal?.code, .conflict)
        expectEqual(refusal?.message, "Settings can't be taken back; set them again")
        expectEqual(self.refusal(venue, board, JSON(rev + 1))?.code, .notFound)
        expectEqual(self.refusal(venue, board, "one")?.code, .invalid)
    }

    @Test(arguments: boards)
    func `knows the events of settings after it opens from a snapshot`(
        board: String
    ) throws {
        let (venue, rev) = try configured(board)
        var opened = Venue.empty(.ofTests(createdAt: Instant(milliseconds: 0)))
        try opened.restore(from: StateReader(venue.savedState()))
        expectEqual(refusal(opened, board, JSON(rev))?.code, .conflict)
    }

    @Test func `covers some boards`() { #expect(Self.boards.count > 1) }
}
