import Foundation
public import JSON

/// A mail server in a separate process that ends with the tests, however they end. Its program,
/// `Tests/Browser/mailserver.py`, documents the reply to each address.
public final class PostOffice {
    public private(set) var port = 0
    private let process = Process()
    /// Closing this pipe ends the server.
    private let life = Pipe()
    private let said = Pipe()
    private var unread: [UInt8] = []

    /// Starts the server and waits until it listens.
    ///
    /// - Parameter options: the options of the program.
    public init(_ options: [String] = []) throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        process.executableURL = root.appending(path: ".build-tools/venv/bin/python")
        process.arguments = [root.appending(path: "Tests/Browser/mailserver.py").path] + options
        process.standardInput = life
        process.standardOutput = said
        try process.start()
        port = try next()["port"]?.integer ?? 0
    }

    deinit {
        try? life.fileHandleForWriting.close()
        process.waitForEnd()
    }

    /// Waits for the next message to the server and returns it.
    public func next() throws -> JSON {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...end) }
                return try JSON(parsing: Array(unread[..<end]))
            }
            let bytes = said.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw Ended() }
            unread += bytes
        }
    }

    public struct Ended: Error {}
}
