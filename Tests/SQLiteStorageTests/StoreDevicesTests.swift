import Dispatch
import Foundation
import Locks
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

@Suite struct StoreDevicesTests {
    private let scene = Scene()
    private let store: Store

    init() throws { store = try scene.makeStore() }

    @Test(arguments: ["", "x", "'; DROP TABLE device; --", "\u{0}"])
    func `finds no device for an unknown token`(secret: String) throws {
        #expect(try store.device(withToken: secret, now: Sample.now) == nil)
    }

    @Test func `lists the devices of a venue, without revoked ones`() throws {
        let first = try store.issueToken(
            role: .display, name: "TV at the bar", venue: "main", now: Sample.now)
        let gone = try store.issueToken(role: .host, name: nil, venue: "main", now: Sample.now)
        let later = Instant(milliseconds: Sample.now.milliseconds + 1)
        let second = try store.issueToken(role: .engineer, name: nil, venue: "main", now: later)
        let elsewhere = try store.issueToken(role: .host, name: nil, venue: "terrace", now: later)
        _ = try store.revoke(device: gone.device.id, now: later)
        #expect(try store.devices(in: "main") == [first.device, second.device])
        #expect(try store.devices(in: "terrace") == [elsewhere.device])
        #expect(throws: StoreError.noVenue(slug: "attic")) { try store.devices(in: "attic") }
    }

    @Test func `forgets a device that was away for 400 days`() throws {
        let token = try store.issueToken(role: .host, name: nil, venue: "main", now: Sample.now)
        let idle: Int64 = 400 * 86_400_000
        let last = Sample.now.adding(milliseconds: idle - 1)
        #expect(try store.device(withToken: token.secret, now: last) != nil)
        let late = Sample.now.adding(milliseconds: idle)
        #expect(try store.device(withToken: token.secret, now: late) == nil)
        // One connection extends the time again.
        try store.note(seen: [token.device.id: last], presences: [:])
        #expect(try store.device(withToken: token.secret, now: late) != nil)
        let end = last.adding(milliseconds: idle)
        #expect(try store.device(withToken: token.secret, now: end) == nil)
    }

    @Test func `the files contain no secret`() throws {
        let token = try store.issueToken(role: .host, name: nil, venue: "main", now: Sample.now)
        let link = try store.issueLink(
            role: .host, venue: "main", now: Sample.now, lifetimeSeconds: 60)
        for file in try FileManager.default.contentsOfDirectory(atPath: scene.folder) {
            let content = Scene.content(ofFile: scene.folder + "/" + file)
            #expect(content.range(of: Data(token.secret.utf8)) == nil, "\(file)")
            #expect(content.range(of: Data(link.utf8)) == nil, "\(file)")
        }
    }

    @Test func `secrets have 32 characters of base64url and never repeat`() throws {
        var seen: Set<String> = []
        for _ in 0..<1000 {
            let secret = try Secret().text
            #expect(!secret.hasPrefix("-"))
            #expect(secret.utf8.count == 32)
            #expect(
                secret.allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0))
                })
            #expect(seen.insert(secret).inserted)
        }
    }

    @Test(arguments: [Int.min, -1, 0])
    func `a link without a lifetime has expired`(seconds: Int) throws {
        let link = try store.issueLink(
            role: .host, venue: "main", now: Sample.now, lifetimeSeconds: seconds)
        guard case .expired = try store.redeemLink(link, now: Sample.now) else {
            Issue.record("it can't be followed")
            return
        }
    }

    @Test func `the longest lifetime does not overflow`() throws {
        let link = try store.issueLink(
            role: .host, venue: "main", now: Sample.now, lifetimeSeconds: .max)
        guard case .token = try store.redeemLink(link, now: Sample.now) else {
            Issue.record("it can be followed")
            return
        }
    }

    @Test func `one of many concurrent followers of a link gets a token`() throws {
        // Two stores act like two processes.
        let stores = [store, try Store(folder: scene.folder, creating: false)]
        for _ in 0..<20 {
            let link = try store.issueLink(
                role: .host, venue: "main", now: Sample.now, lifetimeSeconds: 60)
            let winners = Monitor(0)
            let losers = Monitor(0)
            DispatchQueue.concurrentPerform(iterations: 8) { index in
                switch try? stores[index % 2].redeemLink(link, now: Sample.now) {
                case .token: winners.withValue { $0 += 1 }
                case .used: losers.withValue { $0 += 1 }
                default: break
                }
            }
            #expect(winners.withValue { $0 } == 1)
            #expect(losers.withValue { $0 } == 7)
        }
    }
}
