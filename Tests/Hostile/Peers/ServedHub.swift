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
    public private(set) var memory: ProcessMemory
    private let folder: URL
    private let launch: HubLaunch
    private var process: Process
    private var output: Pipe
    /// Ends the hub when whoever started it is no more, however that came about.
    private var guardian: Process
    private var hasCrashed = false

    /// - Parameters:
    ///   - program: where `tablecast` was built.
    ///   - port: 0 picks a free one.
    ///   - limits: such as `head-seconds=3`.
    ///   - disk: what the data folder lies on, if that is to be small.
    public init(
        program: URL, port: Int = 0, limits: [String] = [], loopCount: Int? = nil,
        isSecure: Bool = false, disk: SmallDisk? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "tablecast-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let data = folder.appendingPathComponent("data")
        launch = HubLaunch(
            program: program, dataFolder: data.path,
            logPath: folder.appendingPathComponent("log").path, limits: limits,
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

    /// Where its journal lies.
    public var dataFolder: String { launch.dataFolder }

    /// The data folder as other programs see it, which is another path where it has a disk of its
    /// own.
    public var visibleDataFolder: String {
        launch.disk == nil
            ? dataFolder : "/proc/\(process.processIdentifier)/root" + dataFolder
    }

    /// Ends it from one moment to the next, as `kill -9` does.
    public func crash() {
        guard !hasCrashed else { return }
        hasCrashed = true
        // The guardian first, lest it end another process that has the number by then. It may have
        // been begun by a thread that takes no other signal.
        kill(guardian.processIdentifier, SIGKILL)
        kill(process.processIdentifier, SIGKILL)
        while isRunning || ProcessState.isRunning(guardian.processIdentifier) { usleep(1_000) }
    }

    /// Begins it again after a crash, on the same folder and port; `waitUntilServing` tells when it
    /// answers.
    public func begin() throws {
        (process, output, guardian) = try launch.begin(port: address.port)
        memory = ProcessMemory(of: process.processIdentifier)
        hasCrashed = false
    }

    public func waitUntilServing() throws {
        _ = try launch.address(in: output.fileHandleForReading)
    }

    /// By which the system knows it.
    public var processIdentifier: Int32 { process.processIdentifier }

    /// Whether it has neither crashed nor ended.
    public var isRunning: Bool { ProcessState.isRunning(process.processIdentifier) }

    /// What it logged, of which the last lines say how it ended.
    public var log: String {
        (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? ""
    }

    /// A new token for a device of this role.
    public func token(_ role: String) throws -> String {
        try command("token", ["--role", role]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The value of one of the hub's own metrics.
    public func metric(_ name: String, token: String) throws -> Int? {
        let answer = try HTTPClient(address, token: token).perform(.get, "/metrics")
        let line = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix(name + " ") }
        return line.flatMap { Int($0.dropFirst(name.count + 1)) }
    }

    /// What another command prints about the hub's data folder; fails where it does.
    public func command(_ name: String, _ arguments: [String] = []) throws -> String {
        try launch.run(name, arguments, beside: process)
    }
}
