public import Foundation
public import JSON

/// The files of test cases in `Tests/Vectors`.
public enum VectorFile {
    /// - Parameter path: the path below the folder, such as `store/version-1.sql`.
    public static func url(_ path: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Vectors/\(path)")
    }

    public static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: url(path)))
    }

    /// - Parameter name: the name of the file, without `.json`.
    public static func load(_ name: String) throws -> JSON {
        try JSON(parsing: bytes("\(name).json"))
    }

    /// Returns the member `cases` of a file.
    public static func cases(_ name: String) throws -> [JSON] {
        try load(name)["cases"]?.elements ?? []
    }

    /// Reads a file with Foundation, for tests that must not depend on `JSON`.
    ///
    /// - Parameter name: the name of the file, without `.json`.
    public static func load<File: Decodable>(_ name: String, as type: File.Type) throws -> File {
        try JSONDecoder().decode(type, from: Data(contentsOf: url("\(name).json")))
    }
}
