import Foundation

/// Reads the tables of test cases that lie beside the tests' folders.
enum WebSocketVectors {
    static func load<Case: Decodable>(_ name: String, as type: Case.Type) throws -> [Case] {
        let file = URL(filePath: #filePath)
            .deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Vectors/\(name)")
        return try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
    }

    /// The bytes of `81 05 48`; nil if that is not what the text is.
    static func bytes(hex text: String) -> [UInt8]? {
        let pairs = text.split(separator: " ")
        let bytes = pairs.compactMap { UInt8($0, radix: 16) }
        return bytes.count == pairs.count ? bytes : nil
    }
}
