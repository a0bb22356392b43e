import CPlatform
import TestSupport
import Testing

@testable import Mazes

/// The mazes in `Tests/Vectors/mazes.json`, which another implementation made.
struct MazeVectors: Decodable, Sendable {
    struct Case: Decodable, Sendable {
        let code: String
        let start: String
        let exit: String
        let rows: [String]?
        let sha256: String
        let locks: [String: String]?
        let locksSHA256: String
    }

    struct Many: Decodable, Sendable {
        let count: UInt32
        let sha256: String
    }

    let cases: [Case]
    let many: Many

    static func load() throws -> MazeVectors {
        try VectorFile.load("mazes", as: MazeVectors.self)
    }

    /// Returns the SHA-256 of lines, each with a trailing newline.
    static func digest(of lines: [String]) -> String {
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        var digest = [UInt8](repeating: 0, count: 32)
        _ = platform_sha256(bytes, bytes.count, &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension Maze {
    init(_ code: String) throws { self.init(try #require(MazeCode(code))) }

    /// The texts of the rooms, from west to east and from north to south.
    var rows: [String] {
        (0..<code.height).reversed().map { y in
            (0..<code.width).map { self[y * code.width + $0].text }.joined(separator: " ")
        }
    }
}
