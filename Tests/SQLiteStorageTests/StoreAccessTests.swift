import Foundation
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

/// Changes of devices and links in the transactions of their events.
@Suite struct StoreAccessTests {
    private let scene = Scene()
    private let store: Store
    private let token: IssuedToken

    init() throws {
        store = try scene.makeStore()
        token = try store.issueToken(role: .host, name: "Bar", venue: "main", now: Sample.now)
    }

    private func keep(_ access: AccessChange, in venue: String = "main") throws {
        let rev = try store.lastRev(of: venue) + 1
        let entry = JournalEntry(event: Sample.event(rev), fingerprint: nil, access: access)
        try store.keep(JournalBatch(venue: venue, generation: 0, entries: [entry]))
    }

    private func device() throws -> Device? {
        try store.device(withToken: token.secret, now: Sample.now)
    }

    @Test func `changes role and name`() throws {
        try keep(.setRole(device: token.device.id, .engineer))
        try keep(.rename(device: token.device.id, name: "Kitchen"))
        #expect(try device()?.role == .engineer)
        #expect(try device()?.name == "Kitchen")
    }

    @Test func `does not change another venue's device`() throws {
        for access in [
            .revoke(device: token.device.id), .setRole(device: token.device.id, .owner),
            .rename(device: token.device.id, name: "Mine"),
        ] as [AccessChange] {
            try keep(access, in: "terrace")
        }
        #expect(try device() == token.device)
        #expect(try store.device(token.device.id, in: "terrace") == nil)
    }

    @Test func `an invitation is a link that makes one device with that name`() throws {
        let until = Sample.now.adding(milliseconds: 60_000)
        try keep(.admit(secret: "s3cret", role: .display, name: "TV", maker: "d_1", until: until))
        guard case .token(let issued) = try store.redeemLink("s3cret", now: Sample.now) else {
            Issue.record("a fresh invitation makes a device")
            return
        }
        #expect(issued.device.role == .display)
        #expect(issued.device.name == "TV")
        guard case .used = try store.redeemLink("s3cret", now: Sample.now) else {
            Issue.record("an invitation is good for one device")
            return
        }
    }

    @Test func `an event that is not written changes nothing`() throws {
        let entries = [
            JournalEntry(
                event: Sample.event(1, id: "m"), fingerprint: [1],
                access: .revoke(device: token.device.id)),
            JournalEntry(event: Sample.event(2, id: "m"), fingerprint: [1]),
        ]
        let batch = JournalBatch(venue: "main", generation: 0, entries: entries)
        #expect(throws: StoreError.mutationRecorded(rev: 2)) { try store.keep(batch) }
        #expect(try device() == token.device)
    }

    @Test(arguments: [true, false])
    func `revoking or demoting a device deletes the links that it made`(isRevoked: Bool) throws {
        let until = Sample.now.adding(milliseconds: 60_000)
        for (secret, maker) in [("hers", token.device.id), ("other", "d_other")] {
            try keep(.admit(secret: secret, role: .owner, name: nil, maker: maker, until: until))
        }
        let id = token.device.id
        try keep(isRevoked ? .revoke(device: id) : .setRole(device: id, .display))
        guard case .unknown = try store.redeemLink("hers", now: Sample.now),
            case .token = try store.redeemLink("other", now: Sample.now)
        else {
            Issue.record("a device that is signed out leaves a way back")
            return
        }
    }

    @Test func `each venue has its own webhook`() throws {
        try keep(.setWebhook(address: "https://example.org/a"))
        try keep(.setWebhook(address: "https://example.org/b"))
        #expect(try store.webhook(of: "main") == "https://example.org/b")
        #expect(try store.webhook(of: "terrace") == nil)
        try keep(.setWebhook(address: nil))
        #expect(try store.webhook(of: "main") == nil)
    }

    @Test func `forgives wrong PINs to one device`() throws {
        let other = try store.issueToken(role: .host, name: nil, venue: "main", now: Sample.now)
        for id in [token.device.id, other.device.id] {
            try store.noteWrongPIN(device: id, now: Sample.now)
        }
        try keep(.forgiveWrongPINs(device: token.device.id))
        #expect(try store.pinState(ofDevice: token.device.id)?.wrongCount == 0)
        #expect(try store.pinState(ofDevice: other.device.id)?.wrongCount == 1)
        #expect(try store.pinState(ofDevice: "d_none") == nil)
    }

    @Test func `restores the PIN and the webhook of a venue from a backup`() throws {
        try keep(.setPIN(digest: "digest"))
        try keep(.setWebhook(address: "https://example.org/a"))
        let path = scene.around + "/copy"
        _ = try store.backUp(to: path, replacing: false)
        let restored = try Store(folder: scene.around + "/restored", creating: true)
        try restored.lock()
        _ = try restored.restore(
            "main", of: BackupFile(path), as: nil, includingDevices: true)
        #expect(try restored.hasPIN("main"))
        // No backup has the key with which the address is sealed.
        #expect(try restored.webhook(of: "main") == nil)
        try FileManager.default.copyItem(atPath: store.keyPath, toPath: restored.keyPath)
        #expect(try restored.webhook(of: "main") == "https://example.org/a")
        _ = try restored.restore(
            "main", of: BackupFile(path), as: "copy", includingDevices: true)
        #expect(try restored.hasPIN("copy"))
        #expect(try restored.webhook(of: "copy") == nil)
    }
}
