import Dispatch
import Foundation
import Storage
import Testing
import Transport

@testable import SQLiteStorage
@testable import Server

/// Loops, which never wait for the disk.
@Suite struct BlockingLoopTests {
    /// Runs `body` on a loop, which should trap. Otherwise the process ends normally.
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
        @Test func `a loop that asks SQLite stops a debug build`() async {
            await #expect(processExitsWith: .failure) {
                try BlockingLoopTests.onLoop { _ = try? $0.venue("main") }
            }
        }

        @Test func `a loop that reads a file stops a debug build`() async {
            await #expect(processExitsWith: .failure) {
                try BlockingLoopTests.onLoop { _ in
                    _ = try? ReadOnlyFolder(path: LiveHub.publicFolder)
                }
            }
        }
    #endif
}
