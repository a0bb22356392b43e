import Sync
import Testing
import Transport

@testable import Limits

/// The counts of connections and sign-ins.
@Suite struct ConnectionCensusTests {
    @Test func `a newcomer displaces a connection of the address with the most`() throws {
        var limits = HubLimits()
        limits[.connections] = 8
        let census = ConnectionCensus(limits: limits)
        func arrive(_ ip: String, at second: Int) throws -> ConnectionCensus.Arrival {
            census.arrived(
                from: try #require(SocketAddress(ip: ip, port: 1)), at: .seconds(second))
        }
        let few = try arrive("192.0.2.1", at: 0)
        let many = try (1...7).map { try arrive("192.0.2.2", at: $0) }
        #expect((many + [few]).allSatisfy { $0.place != nil && $0.leaving.isEmpty })
        let newcomer = try arrive("192.0.2.3", at: 8)
        let gone = try #require(many[0].place)
        #expect(newcomer.leaving == [gone])
        #expect(newcomer.isWorthTelling)
        #expect(!census.holds(gone))
        // A displaced connection can't leave or sign in again.
        census.left(gone)
        #expect(!census.signedIn(gone))
        for kept in [few, newcomer] + many.dropFirst() {
            #expect(census.signedIn(try #require(kept.place)))
        }
        // All places now belong to devices.
        #expect(try arrive("192.0.2.4", at: 9).place == nil)
        census.left(from: try #require(SocketAddress(ip: "192.0.2.1", port: 1)), at: .seconds(10))
        #expect(try arrive("192.0.2.4", at: 11).place != nil)
    }

    @Test func `a device that was signed out is no longer recognized`() throws {
        let census = ConnectionCensus(limits: HubLimits())
        census.recognize("secret", now: .zero)
        #expect(census.recognizes(["other", "secret"]))
        census.forget("secret")
        #expect(!census.recognizes(["other", "secret"]))
    }

    @Test func `remembers a limited number of sign-ins, and keeps those in use`() {
        var signIns = KnownSignIns()
        let limit = RateLimit(perSecond: 1, credit: 10)
        let countMax = 16_384
        for number in 0..<countMax {
            signIns.add("\(number)", at: 0)
            _ = signIns.spend(limit, of: "\(number)", at: 0)
        }
        signIns.add("one more", at: 0)
        #expect(!signIns.contains("one more"))
        signIns.add("one more", at: 60_000_000)
        #expect(signIns.contains("one more"))
        #expect(!signIns.contains("0"))
    }
}
