import Foundation
import JSON
import Testing

/// Test cases as data.
enum VectorFolder {
    static func bytes(of name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        return try Array(Data(contentsOf: folder.appending(path: "../Vectors/\(name)")))
    }

    static func json(of name: String) throws -> JSON {
        try JSON(parsing: bytes(of: name))
    }
}
