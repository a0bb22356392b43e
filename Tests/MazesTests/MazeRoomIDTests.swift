import Testing

@testable import Mazes

@Suite struct MazeRoomIDTests {
    @Test(arguments: ["2x2-00000000", "2x100-00000001", "100x2-4b7f8b8b", "100x100-ffffffff"])
    func `each room of a maze has an id of its own, which names it`(code: String) throws {
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
    func `any other text is no id`(text: String) {
        #expect(MazeRoomID("R4b7f8b8b46493594") != nil)
        #expect(MazeRoomID(text) == nil)
    }

    @Test func `few of the digits that could follow a seed name a room`() {
        // Sizes and places from 0 on, of which only some are legal, and four bits that have to be 0.
        let known = (0..<100_000 as Range<UInt32>).count {
            MazeRoomID(seed: 7, shuffled: $0 &* 0x9E37_79B1) != nil
        }
        #expect((1..<2_000).contains(known))
    }
}
