import Dispatch
import Foundation
import Storage
import Testing
import Transport

@testable import SQLiteStorage
@testable import Server

/// Checks that loops never wait for the disk.
@Suite struct BlockingLoopTests {
    /// Runs `body` on a loop. The process ends normally unless `body` traps.
    private static func onLoop(_ body: @escaping @Sendable (Store) -> Void) throws {
        let folder = LiveHub.newFolder()
        let store = try Store(folder: folder, creating: true)
        let loop = try EventLoop(name: "test")
        loop.execute {
            try? FileManager.default.removeItem(atPath: folder)
            body(store)
            exit(EXIT_SUCCESS)
        }
        DispatchSemaphore(value: 0).wait()
    }

    #if DEBUG
        @Test func `a debug build stops when a loop queries SQLite`() async {
            await #expect(processExitsWith: .failure) {
                try BlockingLoopTests.onLoop { _ = try? $0.venue("main") }
            }
        }

        @Test func `a debug build stops when a loop reads a file`() async {
            await #expect(processExitsWith: .failure) {
                try BlockingLoopTests.onLoop { _ in
                    _ = try? ReadOnlyFolder(path: LiveHub.publicFolder)
                }
            }
        }
    #endif
}
