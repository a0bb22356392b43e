import Foundation
import JSON
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

/// Stored effects.
@Suite struct StoreEffectsTests {
    private let now = Instant(milliseconds: 1_795_197_845_123)

    private func effect(_ target: String) -> Effect {
        Effect(target: target, data: ["for": .string(target)], lifetime: .seconds(60))
    }

    private func entry(_ rev: Int, _ effects: [Effect]) -> JournalEntry {
        JournalEntry(
            event: Event(
                rev: rev, at: now, board: "waitlist", kind: "added", subject: "p_\(rev)", data: [:],
                actor: "host:d_1", mutationID: "m\(rev)"),
            fingerprint: [1], effects: effects)
    }

    @Test func `opens an effect's sealed data with the key, and stores it in no file`() throws {
        let scene = Scene()
        let store = try scene.makeStore()
        var letter = effect("mail:r_1")
        letter.sealed = ["to": "ada@example.org"]
        try store.keep(
            JournalBatch(venue: "main", generation: 0, entries: [entry(1, [letter])]))
        try store.keep(letter, key: "k", in: "main", now: now)
        for waiting in try store.waitingEffects(after: 0, limit: 10) {
            let opened = try store.openedEffect(waiting)
            #expect(opened.sealed == letter.sealed && opened.data == letter.data)
        }
        let names = try FileManager.default.subpathsOfDirectory(atPath: scene.folder)
        for name in names {
            let bytes = Scene.content(ofFile: "\(scene.folder)/\(name)")
            #expect(bytes.range(of: Data("ada@example.org".utf8)) == nil)
        }
        // The data can't be opened for another effect, or with another key.
        var moved = try #require(try store.waitingEffects(after: 0, limit: 10).last)
        moved.key = "l"
        #expect(throws: StoreError.self) { try store.openedEffect(moved) }
        try FileManager.default.removeItem(atPath: store.keyPath)
        moved.key = "k"
        #expect(throws: StoreError.self) { try store.openedEffect(moved) }
    }
}
