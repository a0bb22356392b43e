import Testing

@testable import Mazes

@Suite struct MazeRoomIDTests {
    @Test(arguments: ["2x2-00000000", "2x100-00000001", "100x2-4b7f8b8b", "100x100-ffffffff"])
    func `each room has a unique id, which parses to its maze and place`(code: String) throws {
        let code = try #require(MazeCode(code))
        var texts: Set<String> = []
        for place in 0..<code.roomCount {
            let id = MazeRoomID(code, place: place)
            texts.insert(id.description)
            #expect(MazeRoomID(id.description) == id)
        }
        #expect(texts.count == code.roomCount)
        #expect(
            texts.allSatisfy { $0.utf8.count == 17 && $0.hasPrefix("R\(code.seed.hexadecimal)") })
    }

    @Test(
        arguments: [
            "", "R", "R4b7f8b8b4649359", "R4b7f8b8b464935940", "r4b7f8b8b46493594",
            "R4B7F8B8B46493594", "R4b7f8b8b4649359g", "R+b7f8b8b46493594", " R4b7f8b8b46493594",
        ])
    func `returns nil for a text that is not an id`(text: String) {
        #expect(MazeRoomID("R4b7f8b8b46493594") != nil)
        #expect(MazeRoomID(text) == nil)
    }

    @Test func `few of the possible digits after a seed are a valid id`() {
        // Only some sizes and places are valid.
        let known = (0..<100_000 as Range<UInt32>).count {
            MazeRoomID(seed: 7, shuffled: $0 &* 0x9E37_79B1) != nil
        }
        #expect((1..<2_000).contains(known))
    }
}
