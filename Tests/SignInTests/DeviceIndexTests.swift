import Clocks
import Dispatch
import Foundation
import JSON
import Storage
import Sync
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SignIn

/// The index of signed-in devices that the loops use.
@Suite final class DeviceIndexTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("tablecast-\(UUID().uuidString)").path
    private let store: Store
    private let reader: StorageReader
    private let now = WallClock.now

    init() throws {
        store = try Store(folder: folder, creating: true)
        _ = try store.makeVenue(
            slug: "main", name: "Trattoria", timeZone: "UTC", settings: ["labels": "full"],
            now: now)
        reader = StorageReader(store, label: "test")
    }

    deinit {
        reader.finish()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func makeDevice(
        _ role: Role = .host
    ) throws -> (token: TokenDigest, id: String) {
        let issued = try store.issueToken(role: role, name: nil, venue: "main", now: now)
        return (try TokenDigest(of: issued.secret), issued.device.id)
    }

    private func lookUp(
        _ tokens: [TokenDigest], in index: DeviceIndex
    ) throws -> Set<TokenDigest> {
        try awaitAnswer { index.lookUp(tokens, $0) }
    }

    private func keep(_ access: AccessChange, rev: Int) throws {
        let event = Event(
            rev: rev, at: now, board: "house", kind: "revoked", subject: "d_1", data: [:],
            actor: "owner:d_2", mutationID: nil)
        let entry = JournalEntry(event: event, fingerprint: nil, access: access)
        let batch = JournalBatch(venue: "main", generation: 0, entries: [entry])
        try store.append([batch])[0].get()
    }

    @Test func `devices from before the start are known at once, others when looked up`() throws {
        let early = try makeDevice()
        let index = DeviceIndex(store, reader: reader)
        try index.load()
        #expect(index.device(withToken: early.token)?.id == early.id)
        let late = try makeDevice(.display)
        let unknown = try TokenDigest(of: "nobody")
        #expect(index.device(withToken: late.token) == nil)
        #expect(try lookUp([late.token, unknown], in: index) == [unknown])
        #expect(index.device(withToken: late.token)?.role == .display)
    }

    @Test func `a change takes effect once it is on the disk`() throws {
        let index = DeviceIndex(store, reader: reader)
        let (token, id) = try makeDevice()
        for (rev, access) in [
            AccessChange.setRole(device: id, .display), .setPIN(digest: "digest"),
            .revoke(device: id),
        ].enumerated() {
            #expect(try lookUp([token], in: index).isEmpty)
            #expect(index.device(withToken: token)?.id == id)
            try keep(access, rev: rev + 1)
            #expect(index.device(withToken: token) == nil, "\(access)")
        }
        #expect(try lookUp([token], in: index) == [token])
    }

    @Test func `reads a device again if it changed during the look-up`() throws {
        let index = DeviceIndex(store, reader: reader)
        let (token, id) = try makeDevice()
        let mayGoOn = DispatchSemaphore(value: 0)
        // Delays later look-ups.
        reader.perform { _ in mayGoOn.wait() }
        let isFound = DispatchSemaphore(value: 0)
        index.lookUp([token]) { _ in isFound.signal() }
        try keep(.setRole(device: id, .engineer), rev: 1)
        mayGoOn.signal()
        isFound.wait()
        #expect(index.device(withToken: token)?.role == .engineer)
    }

    @Test func `forgets a token at once if another process revokes it`() throws {
        let index = DeviceIndex(store, reader: reader)
        let (token, id) = try makeDevice()
        #expect(try lookUp([token], in: index).isEmpty)
        let other = try Store(folder: folder, creating: false)
        #expect(try other.revoke(device: id, now: now))
        #expect(index.device(withToken: token) == nil)
        #expect(try lookUp([token], in: index) == [token])
    }

    @Test func `keeps a limited number of devices, the latest ones`() throws {
        let index = DeviceIndex(store, reader: reader, countMax: 2)
        let devices = try (0..<3).map { _ in try makeDevice() }
        try index.load()
        #expect(devices.count { index.device(withToken: $0.token) != nil } == 2)
        #expect(try lookUp(devices.map(\.token), in: index).isEmpty)
        #expect(index.device(withToken: devices[2].token) != nil)
        #expect(devices.count { index.device(withToken: $0.token) != nil } == 2)
    }
}
