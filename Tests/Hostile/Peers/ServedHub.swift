public import Client
public import Foundation
import Glibc
import HTTPTypes

/// A hub in its own process: `tablecast serve` on a free port, with a temporary folder.
public final class ServedHub {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    public let address: HubAddress
    public private(set) var memory: ProcessMemory
    private let folder: URL
    private let launch: HubLaunch
    private var process: Process
    private var output: Pipe
    /// Kills the hub when this process ends, for any reason.
    private var guardian: Process
    private var hasCrashed = false

    /// - Parameters:
    ///   - program: The path of `tablecast`.
    ///   - port: The port, or 0 for a free one.
    ///   - limits: Limits such as `head-seconds=3`.
    ///   - options: Other options of `tablecast serve`.
    ///   - journal: The address of a database for the journal, or `nil`.
    ///   - disk: A small disk for the data folder, or `nil`.
    public init(
        program: URL, port: Int = 0, limits: [String] = [], options: [String] = [],
        journal: String? = nil, loopCount: Int? = nil, isSecure: Bool = false,
        disk: SmallDisk? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "tablecast-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let data = folder.appendingPathComponent("data")
        launch = HubLaunch(
            program: program, dataFolder: data.path,
            logPath: folder.appendingPathComponent("log").path, limits: limits,
            options: options, journal: journal.map { ["--journal", $0] } ?? [],
            loopCount: loopCount, disk: disk)
        if isSecure || disk != nil {
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        }
        if isSecure { _ = try launch.run("certificate", ["--name", "127.0.0.1"], beside: nil) }
        (process, output, guardian) = try launch.begin(port: port)
        memory = ProcessMemory(of: process.processIdentifier)
        var address = try HubAddress(launch.address(in: output.fileHandleForReading))
        if isSecure { address.authoritiesPath = data.path + "/tls/authority.pem" }
        self.address = address
    }

    deinit {
        crash()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The data folder.
    public var dataFolder: String { launch.dataFolder }

    /// The data folder's path for other programs. It differs if the hub has its own disk.
    public var visibleDataFolder: String {
        launch.disk == nil
            ? dataFolder : "/proc/\(process.processIdentifier)/root" + dataFolder
    }

    /// Ends the hub at once, like `kill -9`.
    public func crash() {
        guard !hasCrashed else { return }
        hasCrashed = true
        // The guardian is ended first, because it might kill another process that got the hub's
        // number. Its thread may have blocked other signals.
        kill(guardian.processIdentifier, SIGKILL)
        kill(process.processIdentifier, SIGKILL)
        while isRunning || ProcessState.isRunning(guardian.processIdentifier) { usleep(1_000) }
    }

    /// Starts the hub again after a crash, with the same folder and port. Use `waitUntilServing` to
    /// wait for it.
    public func begin() throws {
        (process, output, guardian) = try launch.begin(port: address.port)
        memory = ProcessMemory(of: process.processIdentifier)
        hasCrashed = false
    }

    public func waitUntilServing() throws {
        _ = try launch.address(in: output.fileHandleForReading)
    }

    /// The process identifier.
    public var processIdentifier: Int32 { process.processIdentifier }

    /// Whether the process has not ended.
    public var isRunning: Bool { ProcessState.isRunning(process.processIdentifier) }

    /// The hub's log. Its last lines show how it ended.
    public var log: String {
        (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? ""
    }

    /// Makes a new token for a device with this role.
    public func token(_ role: String) throws -> String {
        try command("token", ["--role", role]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns the value of one of the hub's metrics.
    public func metric(_ name: String, token: String) throws -> Int? {
        let answer = try HTTPClient(address, token: token).perform(.get, "/metrics")
        let line = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix(name + " ") }
        return line.flatMap { Int($0.dropFirst(name.count + 1)) }
    }

    /// Returns the last revision of the house's journal.
    func revision(token: String) throws -> Int {
        try metric(#"tablecast_revision{venue="main"}"#, token: token) ?? 0
    }

    /// Runs another command on the hub's data folder and returns its output. Throws if it fails.
    public func command(_ name: String, _ arguments: [String] = []) throws -> String {
        try launch.run(name, arguments, beside: process)
    }
}
