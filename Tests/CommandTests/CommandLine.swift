import Foundation
import TestSupport

/// Runs the program as a user types it, in a folder that is removed after the test.
final class CommandLine {
    struct Answer {
        var status: Int32
        var output: String
        var error: String
    }

    /// The path of the folder `Public`.
    static var pages: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Public").standardized.path
    }

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tablecast-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Returns the path of a file in the folder.
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// Runs one command in the folder.
    func run(_ arguments: [String], input: String = "") throws -> Answer {
        try Data(input.utf8).write(to: URL(fileURLWithPath: path(".in")))
        let words = [try BuiltProgram.named("tablecast").path] + arguments
        let line = words.map(ShellCommand.quoted).joined(separator: " ")
        let status = ShellCommand.output(
            of: "cd \(ShellCommand.quoted(folder.path)) && \(line) <.in >.out 2>.err; echo $?")
        return Answer(
            status: Int32(status.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1,
            output: try String(contentsOfFile: path(".out"), encoding: .utf8),
            error: try String(contentsOfFile: path(".err"), encoding: .utf8))
    }

    /// Runs a line of the shell in the folder, with `tablecast` as the program.
    func shell(_ line: String) throws -> String {
        let program = try BuiltProgram.named("tablecast").path
        return ShellCommand.output(
            of: "cd '\(folder.path)' && tablecast() { '\(program)' \"$@\"; } && { \(line); } 2>&1")
    }
}
