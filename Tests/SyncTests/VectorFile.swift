import Foundation
import JSON
import Testing

/// A file of test cases as data, read with the room JSON, whose own vectors are read by Foundation.
enum VectorFile {
    static func load(_ name: String) throws -> JSON {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../Vectors/\(name).json")
        return try JSON(parsing: Array(Data(contentsOf: file)))
    }
}
