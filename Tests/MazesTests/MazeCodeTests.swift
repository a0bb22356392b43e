import TestSupport
import Testing

@testable import Mazes

@Suite struct MazeCodeTests {
    @Test func `parses the width, height and seed of a code`() throws {
        let code = try #require(MazeCode("32x18-4b7f8b8b"))
        #expect(code.width == 32 && code.height == 18 && code.seed == 0x4b7f_8b8b)
        #expect(MazeCode(width: 32, height: 18, seed: 0x4b7f_8b8b) == code)
    }

    @Test(arguments: ["2x2-00000000", "2x100-0000002a", "100x2-ffffffff", "100x100-00c0ffee"])
    func `a code survives writing and reading`(text: String) throws {
        #expect(try #require(MazeCode(text)).description == text)
    }

    @Test(
        arguments: [
            "", "-", "x-", "32x18", "32x18-", "32-4b7f8b8b", "x18-4b7f8b8b", "32x-4b7f8b8b",
            "1x18-4b7f8b8b", "32x1-4b7f8b8b", "101x18-4b7f8b8b", "32x101-4b7f8b8b",
            "032x18-4b7f8b8b", "+32x18-4b7f8b8b", "-32x18-4b7f8b8b", "32X18-4b7f8b8b",
            "32x18-4b7f8b8", "32x18-4b7f8b8b0", "32x18-4B7F8B8B", "32x18-+b7f8b8b",
            "32x18-4b7f8b8g", "32x18x4-4b7f8b8b", "32x18-4b7f-8b8b", " 32x18-4b7f8b8b",
            "32x18-4b7f8b8b\n", "99999999999999999999x18-4b7f8b8b", "٣٢x18-4b7f8b8b",
        ])
    func `returns nil for a text that is not a code`(text: String) {
        #expect(MazeCode(text) == nil)
    }

    @Test func `each named size has its width and height`() {
        let sizes = MazeSize.allCases.map { "\($0.rawValue) \($0.width)x\($0.height)" }
        #expect(sizes == ["small 16x9", "medium 32x18", "large 48x27", "huge 60x60"])
    }

    @Test func `a new code takes its seed from the generator`() {
        var generator = SeededGenerator(seed: 1)
        let codes = (0..<100).map { _ in MazeCode(.large, using: &generator) }
        #expect(codes.allSatisfy { $0.width == 48 && $0.height == 27 })
        #expect(Set(codes.map(\.seed)).count == 100)
        generator = SeededGenerator(seed: 1)
        #expect(MazeCode(.large, using: &generator) == codes[0])
    }
}
