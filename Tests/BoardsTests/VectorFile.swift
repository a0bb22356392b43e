import Foundation
import JSON

/// A file of test cases as data.
enum VectorFile {
    static func load(_ name: String) throws -> JSON {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../Vectors/\(name).json")
        return try JSON(parsing: Array(Data(contentsOf: file)))
    }

    /// The cases of a file that is an object with an array of them.
    static func cases(_ name: String) throws -> [JSON] {
        try load(name)["cases"]?.elements ?? []
    }
}
