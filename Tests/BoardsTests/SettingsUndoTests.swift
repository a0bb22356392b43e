import BoardKit
import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

/// Undo of settings, which every board refuses.
@Suite struct SettingsUndoTests {
    private static let owner = Principal(role: .owner, device: "d_owner")

    /// The boards with settings and an undo.
    private static let boards = BoardRegistry.shipped.modules.map(\.declaration).filter {
        !$0.settings.isEmpty && $0.action("\($0.name).undo") != nil
    }.map(\.name)

    /// Sets the first setting of a board anew.
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
    func `an undo of settings is a conflict that says so`(board: String) throws {
        let (venue, rev) = try configured(board)
        let refusal = refusal(venue, board, JSON(rev))
        expectEqual(refusal?.code, .conflict)
        expectEqual(refusal?.message, "Settings can't be taken back; set them again")
        expectEqual(self.refusal(venue, board, JSON(rev + 1))?.code, .notFound)
        expectEqual(self.refusal(venue, board, "one")?.code, .invalid)
    }

    @Test(arguments: boards)
    func `a venue that opens by its snapshot still knows which events set something`(
        board: String
    ) throws {
        let (venue, rev) = try configured(board)
        var opened = Venue.empty(.ofTests(createdAt: Instant(milliseconds: 0)))
        try opened.restore(from: StateReader(venue.savedState()))
        expectEqual(refusal(opened, board, JSON(rev))?.code, .conflict)
    }

    @Test func `the tests cover some boards`() { #expect(Self.boards.count > 1) }
}
