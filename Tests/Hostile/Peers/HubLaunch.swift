import Foundation
import TestSupport

/// The command that starts a hub, any number of times.
struct HubLaunch {
    let program: URL
    let dataFolder: String
    let logPath: String
    let limits: [String]
    let options: [String]
    /// The options of all commands that say where the journal is, if not in the data folder.
    let journal: [String]
    let loopCount: Int?
    let disk: SmallDisk?

    /// - Returns: The hub, its output, and a process that kills the hub when this process ends.
    func begin(port: Int) throws -> (hub: Process, output: Pipe, guardian: Process) {
        let hub = process(
            [
                "serve", "--host", "127.0.0.1", "--port", "\(port)", "--data", dataFolder,
                "--public", Self.publicFolder, "--name", "Trattoria", "--time-zone", "UTC",
            ] + limits.flatMap { ["--limit", $0] } + options + journal
                + (loopCount.map { ["--loops", "\($0)"] } ?? []),
            behind: disk?.mounting(at: dataFolder))
        let output = Pipe()
        hub.standardOutput = output
        if !FileManager.default.fileExists(atPath: logPath) {
            _ = FileManager.default.createFile(atPath: logPath, contents: nil)
        }
        let log = try FileHandle(forWritingTo: URL(fileURLWithPath: logPath))
        _ = try log.seekToEnd()
        hub.standardError = log
        try hub.run()
        return (hub, output, try Self.guardian(of: hub))
    }

    /// Runs another command on the hub's data folder.
    ///
    /// - Parameter hub: The running hub, if it has a disk that only it sees.
    /// - Returns: The command's output.
    func run(_ name: String, _ arguments: [String], beside hub: Process?) throws -> String {
        let prefix = hub.flatMap { hub in disk?.entering(hub.processIdentifier) } ?? []
        let names = name.split(separator: " ").map(String.init)
        let words = prefix + [program.path] + names + ["--data", dataFolder] + journal + arguments
        let line = words.map(ShellCommand.quoted).joined(separator: " ")
        var lines = ShellCommand.output(of: "\(line); echo $?").split(
            separator: "\n", omittingEmptySubsequences: false)
        // The last line is empty.
        let status = lines.dropLast().last
        lines.removeLast(min(2, lines.count))
        let output = lines.map { $0 + "\n" }.joined()
        guard status == "0" else {
            throw ServedHub.Failure(description: "tablecast \(name) failed: \(output)")
        }
        return output
    }

    /// - Parameter prefix: A command that runs the one after it.
    private func process(_ arguments: [String], behind prefix: [String]?) -> Process {
        let process = Process()
        if let prefix {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = prefix + [program.path] + arguments
        } else {
            process.executableURL = program
            process.arguments = arguments
        }
        return process
    }

    private static var publicFolder: String {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder.appendingPathComponent("Public").path
    }

    /// A shell that waits for the end of its input, which this process holds open.
    private static func guardian(of hub: Process) throws -> Process {
        let guardian = Process()
        guardian.executableURL = URL(fileURLWithPath: "/bin/sh")
        guardian.arguments = ["-c", "read line; kill -9 \(hub.processIdentifier)"]
        guardian.standardInput = Pipe()
        try guardian.run()
        return guardian
    }

    /// Reads the address in `Tablecast is serving at http://127.0.0.1:40123 (stop it with Ctrl-C)`.
    func address(in output: FileHandle) throws -> String {
        var text = ""
        while true {
            let bytes = output.availableData
            guard !bytes.isEmpty else {
                let log = try? String(contentsOfFile: logPath, encoding: .utf8)
                let lastLines = log?.split(separator: "\n").suffix(3).joined(separator: "\n") ?? ""
                throw ServedHub.Failure(description: "It did not start: \(text)\(lastLines)")
            }
            text += String(decoding: bytes, as: UTF8.self)
            let words = text.split(whereSeparator: \.isWhitespace)
            // The word is complete when another one follows it.
            if let place = words.firstIndex(of: "at"), place + 2 < words.count {
                return String(words[place + 1])
            }
        }
    }
}
