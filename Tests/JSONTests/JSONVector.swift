import TestSupport
import Testing

/// A case of `Vectors/json-texts.json`: a text, and its canonical form when it is to be read.
///
/// The file is read by Foundation, so that the parser under test does not judge itself.
struct JSONVector: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    var text: String?
    var hex: String?
    var `repeat`: String?
    var times: Int?
    /// Absent when the text is to be refused.
    var canonical: String?

    var testDescription: String { "\(name) (\(source))" }

    var bytes: [UInt8] {
        if let text { return Array(text.utf8) }
        if let hex { return Self.bytes(hex: hex) }
        return Array(String(repeating: `repeat` ?? "", count: times ?? 0).utf8)
    }

    private static func bytes(hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(digits[$0] * 16 + digits[$0 + 1])
        }
    }

    static let all: [JSONVector] = {
        struct File: Decodable {
            var cases: [JSONVector]
        }
        do {
            return try VectorFile.load("json-texts", as: File.self).cases
        } catch {
            Issue.record("json-texts.json can't be read: \(error)")
            return []
        }
    }()

    static var accepted: [JSONVector] { all.filter { $0.canonical != nil } }
    static var refused: [JSONVector] { all.filter { $0.canonical == nil } }
}
