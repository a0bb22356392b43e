import BoardKit
import Foundation
import Sync
import Testing

@testable import Server

private let environment = ProcessInfo.processInfo.environment
private let folder = environment["TABLECAST_GUEST_BOOK_HUB"]

/// The hub for browser tests that need the tests' boards. They run only this test, with a folder
/// and a port, and kill it at their end.
@Suite struct GuestBookHub {
    @Test(.enabled(if: folder != nil))
    func `serves a hub with the guest book until it is killed`() throws {
        let pages = try PagesWithBoards()
        let port = try #require(environment["TABLECAST_PORT"].flatMap { Int($0) })
        let hub = try LiveHub(
            publicFolder: pages.folder, url: "http://127.0.0.1:\(port)",
            folder: try #require(folder)
        ) { options in
            options.port = port
            options.venueName = "The Copper Pot"
            options.timeZone = "Europe/Rome"
            options.boards = BoardRegistry(BoardRegistry.ofTests.modules + [Postcards.module])
        }
        withExtendedLifetime(hub) {
            while true { Thread.sleep(forTimeInterval: 60) }
        }
    }
}
