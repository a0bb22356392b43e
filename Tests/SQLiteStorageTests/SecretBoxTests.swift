import Foundation
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

@Suite struct SecretBoxTests {
    private let scene = Scene()

    private func store() throws -> Store { try scene.makeStore() }

    @Test func `opens a sealed secret only with the same key and for the same place`() throws {
        let path = try store().keyPath
        #expect(try SecretBox(at: path) == nil)
        let box = try SecretBox(makingAt: path)
        let secret = Array("pässword".utf8)
        let sealed = try box.seal(secret, for: "main/postcard/token")
        #expect(box.open(sealed, for: "main/postcard/token") == secret)
        #expect(box.open(sealed, for: "main/postcard/other") == nil)
        #expect(try box.seal(secret, for: "main/postcard/token") != sealed)
        #expect(
            try box.seal([], for: "p").count == 29
                && box.open(try box.seal([], for: "p"), for: "p") == [])
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(box.open(changed, for: "main/postcard/token") == nil)
            #expect(box.open(Array(sealed[..<index]), for: "main/postcard/token") == nil)
        }
        // The key is made once, and then read.
        #expect(try SecretBox(makingAt: path).open(sealed, for: "main/postcard/token") == secret)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try FileManager.default.removeItem(atPath: path)
        #expect(try SecretBox(makingAt: path).open(sealed, for: "main/postcard/token") == nil)
    }

    @Test(arguments: [0, 31, 33])
    func `refuses a key file of another size`(count: Int) throws {
        let path = try store().keyPath
        try Data(repeating: 7, count: count).write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreError.self) { _ = try SecretBox(makingAt: path) }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: StoreError.self) { _ = try SecretBox(at: path) }
    }

    private func keep(_ secrets: [SecretChange], rev: Int, in store: Store) throws {
        try store.keep(
            JournalBatch(
                venue: "main", generation: 0,
                entries: [
                    JournalEntry(event: Sample.event(rev), fingerprint: nil, secrets: secrets)
                ]))
    }

    @Test func `a secret that was moved to another name can't be opened`() throws {
        let store = try store()
        try keep([SecretChange(name: "c_3/token", value: [1])], rev: 1, in: store)
        try store.tamper("UPDATE secret SET name = 'c_4/token'")
        let problem = #expect(throws: StoreError.self) {
            try store.secret("c_4/token", ofBoard: "waitlist", in: "main")
        }
        #expect(problem?.description.contains(store.keyPath) == true)
        #expect(try store.secretCounts(of: "main") == (1, 1))
    }
}
