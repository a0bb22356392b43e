import Testing

@testable import Mazes

@Suite struct MazeLocksTests {
    @Test func `makes the same locks as the other implementation`() throws {
        for vector in try MazeVectors.load().cases {
            let maze = try Maze(vector.code)
            let locks = MazeLocks(of: maze.code)
            let doors = (0..<maze.code.roomCount).filter { maze[$0].kind == .door }
                .map { MazeRoomID(maze.code, place: $0) }
            let lines = doors.map { "\($0) \(locks.lock(of: $0))" }.sorted()
            #expect(MazeVectors.digest(of: lines) == vector.locksSHA256)
            for (room, lock) in vector.locks ?? [:] {
                #expect(MazeLocks.room(openedBy: lock)?.description == room)
            }
        }
    }

    private static let lock = "S3+Liz9NGvYR3e47hEVg4Zd6v6e0PzOzgNe7dG/Fd6BrPbSBIJLD5Q=="

    @Test func `a lock with one altered character opens nothing`() {
        #expect(MazeLocks.room(openedBy: Self.lock)?.description == "R4b7f8b8b010c262a")
        // Alter the seed, the room, the tag, and the unused bits of base64.
        for index in [0, 8, 30, 53] {
            var characters = Array(Self.lock)
            characters[index] = characters[index] == "R" ? "S" : "R"
            #expect(MazeLocks.room(openedBy: String(characters)) == nil)
        }
    }

    @Test(
        arguments: [
            "", "onF1==", String(repeating: "A", count: 54) + "==",
            String(repeating: "*", count: 56), lock + "AAAA", String(lock.dropLast()),
            String(lock.dropLast()) + "\n",
        ])
    func `returns nil for a text that is not a lock`(text: String) {
        #expect(MazeLocks.room(openedBy: text) == nil)
    }
}
