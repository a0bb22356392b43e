public import Client
public import Foundation
import Glibc
import HTTPTypes

/// The hub as it is run: `tablecast serve` as a process of its own, on a free port, with a folder
/// that goes with it.
public final class ServedHub {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    public let address: HubAddress
    public let memory: ProcessMemory
    private let program: URL
    private let folder: URL
    private let process: Process
    /// Ends the hub when whoever started it is no more, however that came about.
    private let guardian = Process()

    /// - Parameters:
    ///   - program: where `tablecast` was built.
    ///   - limits: such as `head-seconds=3`.
    public init(program: URL, limits: [String] = [], isSecure: Bool = false) throws {
        self.program = program
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "tablecast-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let data = folder.appendingPathComponent("data")
        if isSecure {
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            _ = try Self.run(
                program, ["certificate", "--data", data.path, "--name", "127.0.0.1"])
        }
        process = Process()
        process.executableURL = program
        process.arguments =
            [
                "serve", "--host", "127.0.0.1", "--port", "0", "--data", data.path, "--public",
                Self.publicFolder, "--name", "Trattoria", "--time-zone", "UTC",
            ] + limits.flatMap { ["--limit", $0] }
        let output = Pipe()
        process.standardOutput = output
        let log = folder.appendingPathComponent("log")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        process.standardError = try FileHandle(forWritingTo: log)
        try process.run()
        memory = ProcessMemory(of: process.processIdentifier)
        try Self.bind(guardian, to: process)
        var address = try HubAddress(Self.address(in: output.fileHandleForReading))
        if isSecure { address.authoritiesPath = data.path + "/tls/authority.pem" }
        self.address = address
    }

    deinit {
        guardian.terminate()
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Whether it has neither crashed nor ended.
    public var isRunning: Bool { process.isRunning }

    /// What it logged, of which the last lines say how it ended.
    public var log: String {
        (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? ""
    }

    /// A new token for a device of this role.
    public func token(_ role: String) throws -> String {
        let data = folder.appendingPathComponent("data").path
        return try Self.run(program, ["token", "--data", data, "--role", role])
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The value of one of the hub's own metrics.
    public func metric(_ name: String, token: String) throws -> Int? {
        let answer = try HTTPClient(address, token: token).perform(.get, "/metrics")
        let line = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix(name + " ") }
        return line.flatMap { Int($0.dropFirst(name.count + 1)) }
    }

    private static var publicFolder: String {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder.appendingPathComponent("Public").path
    }

    /// A shell that waits for the end of its input, of which this process has the other side.
    private static func bind(_ guardian: Process, to process: Process) throws {
        guardian.executableURL = URL(fileURLWithPath: "/bin/sh")
        guardian.arguments = ["-c", "read line; kill -9 \(process.processIdentifier)"]
        guardian.standardInput = Pipe()
        try guardian.run()
    }

    /// `Tablecast is serving at http://127.0.0.1:40123 (stop it with Ctrl-C)`
    private static func address(in output: FileHandle) throws -> String {
        var text = ""
        while true {
            let bytes = output.availableData
            guard !bytes.isEmpty else { throw Failure(description: "It did not start: \(text)") }
            text += String(decoding: bytes, as: UTF8.self)
            let words = text.split(whereSeparator: \.isWhitespace)
            // The word is whole once another one follows it.
            if let place = words.firstIndex(of: "at"), place + 2 < words.count {
                return String(words[place + 1])
            }
        }
    }

    private static func run(_ program: URL, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "tablecast \(arguments[0]) failed")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
