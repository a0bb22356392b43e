import JSON
import TestSupport
import Testing

/// Valid texts, damaged at random: the parser refuses or reads them, and never traps.
@Suite struct JSONMutationTests {
    private static let pieces: [[UInt8]] =
        [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "d83d", "e", "E", "-", "+", ".", "0",
            "9",
        ]
        .map { Array($0.utf8) }
        + [[0x00], [0x1F], [0x7F], [0x80], [0xBF], [0xC3], [0xE2], [0xED], [0xF0], [0xFF]]
        + ["\\ud800", "1e999", "null", "\u{FEFF}", "😀"].map { Array($0.utf8) }

    private func damaged(
        _ bytes: [UInt8], another: [UInt8], using generator: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            let end = min(bytes.count, place + Int.random(in: 0...4, using: &generator))
            switch Int.random(in: 0..<6, using: &generator) {
            case 0 where place < bytes.count:
                bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes.removeSubrange(place..<end)
            case 2:
                let piece = Self.pieces.randomElement(using: &generator) ?? []
                bytes.insert(contentsOf: piece, at: place)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 4:
                let from = Int.random(in: 0...another.count, using: &generator)
                bytes.replaceSubrange(place..., with: another[from...])
            default:
                let piece = Self.pieces.randomElement(using: &generator) ?? []
                bytes.replaceSubrange(place..<end, with: piece)
            }
        }
        return bytes
    }

    @Test func `damaged texts never trap, and what is read of them comes back as itself`() throws {
        var generator = SeededGenerator(seed: 8259)
        let texts = JSONVector.all.map(\.bytes).filter { $0.count < 200 }
        var acceptedCount = 0
        for _ in 0..<30_000 {
            let text = texts.randomElement(using: &generator) ?? []
            let another = texts.randomElement(using: &generator) ?? []
            let bytes = damaged(text, another: another, using: &generator)
            guard let value = try? JSON(parsing: bytes) else { continue }
            acceptedCount += 1
            let canonical = value.canonical
            let again = try JSON(parsing: canonical)
            #expect(again == value, "\(bytes)")
            #expect(again.canonical == canonical, "\(bytes)")
        }
        #expect(acceptedCount > 1500)
    }

    /// A text that was damaged at random, and what an independent reader made of it.
    struct Judged: Decodable {
        var hex: String
        var canonical: String?
    }

    @Test func `damaged texts are judged as an independent strict reader judges them`() throws {
        struct File: Decodable {
            var cases: [Judged]
        }
        let file = try VectorFile.load("json-damaged", as: File.self)
        #expect(file.cases.count > 500)
        for judged in file.cases {
            let digits = judged.hex.compactMap(\.hexDigitValue)
            let bytes = stride(from: 0, to: digits.count, by: 2).map {
                UInt8(digits[$0] * 16 + digits[$0 + 1])
            }
            #expect((try? JSON(parsing: bytes))?.canonicalText == judged.canonical, "\(judged.hex)")
        }
    }
}
