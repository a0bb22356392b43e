import Foundation
import Sync
import Terminal
import TestSupport
import Testing

@testable import Server

/// Failed starts, each with one line that says what to do.
@Suite struct StartTests {
    private func refusal(_ options: HubOptions) -> String {
        do {
            try Hub(options, logger: LiveHub.logger).stop()
            return "it started"
        } catch {
            #expect(!error.description.contains("\n"))
            return error.description
        }
    }

    @Test func `refuses a port in use`() throws {
        let hub = try LiveHub()
        let folder = LiveHub.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let line = refusal(LiveHub.options(port: hub.port, dataFolder: folder))
        #expect(line.contains("Port \(hub.port) is in use"))
        #expect(line.contains("--port"))
        // The failed start leaves nothing behind.
        let again = try Hub(LiveHub.options(dataFolder: folder), logger: LiveHub.logger)
        again.stop()
    }

    @Test func `warns of a data folder that others can read`() throws {
        let folder = LiveHub.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let log = KeptLog()
        // The hub makes its folder private.
        try Hub(LiveHub.options(dataFolder: folder), logger: log.logger).stop()
        #expect(log.lines(with: "chmod").isEmpty)
        expectEqual(chmod(folder, 0o755), 0)
        try Hub(LiveHub.options(dataFolder: folder), logger: log.logger).stop()
        expectEqual(log.lines(with: "chmod 700 \(folder)").count, 1)
    }

    @Test func `refuses an impossible data folder`() throws {
        let file = LiveHub.newFolder()
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data("x".utf8).write(to: URL(fileURLWithPath: file))
        for path in [file, "\(file)/below", "/proc/tablecast", ""] {
            let line = refusal(LiveHub.options(dataFolder: path))
            #expect(line.contains("--data"), "\(line)")
        }
    }

    @Test func `refuses a missing or empty folder of pages`() throws {
        let folder = LiveHub.newFolder()
        let pages = LiveHub.newFolder()
        defer { for path in [folder, pages] { try? FileManager.default.removeItem(atPath: path) } }
        let missing = refusal(LiveHub.options(dataFolder: folder, publicFolder: pages))
        #expect(missing.contains(pages))
        #expect(missing.contains("--public"))
        try FileManager.default.createDirectory(atPath: pages, withIntermediateDirectories: true)
        let empty = refusal(LiveHub.options(dataFolder: folder, publicFolder: pages))
        #expect(empty.contains("index.html"))
        #expect(empty.contains("--public"))
        // No journal was made for a hub that could not start.
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `refuses an address of another machine`() throws {
        let folder = LiveHub.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = LiveHub.options(dataFolder: folder)
        options.host = "192.0.2.1"
        #expect(refusal(options).contains("--host"))
    }
}
