import Certificates
import Clocks
import Foundation
import Limits
import SQLiteStorage
import Storage
import Sync
import Terminal
import TestSupport
import Testing
import Transport

@testable import Operations
@testable import Server

/// Findings of `tablecast doctor`.
@Suite struct CheckupTests {
    private static let now = Instant(milliseconds: 1_795_197_600_000)

    @Test(
        arguments: [
            (0, .bad), (63 << 20, .bad), (64 << 20, .doubtful), (1_023 << 20, .doubtful),
            (1_024 << 20, .good), (UInt64.max, .good),
        ] as [(UInt64, Finding.Verdict)])
    func `judges a disk by its free space`(bytes: UInt64, verdict: Finding.Verdict) {
        expectEqual(Checkup.disk(freeBytes: bytes).verdict, verdict)
    }

    @Test func `doubts a folder that others can read, and says what to do`() {
        expectEqual(Checkup.folder("data", mode: 0o700).verdict, .good)
        for mode in [0o750, 0o701, 0o777] as [mode_t] {
            let finding = Checkup.folder("data", mode: mode)
            expectEqual(finding.verdict, .doubtful)
            #expect(finding.text.contains("chmod 700 data"))
        }
    }

    @Test func `doubts a hub that runs as root, and says what to do`() {
        expectEqual(Checkup.user(isRoot: false).verdict, .good)
        let finding = Checkup.user(isRoot: true)
        expectEqual(finding.verdict, .doubtful)
        #expect(finding.text.contains("a user of its own"))
    }

    @Test func `rejects a clock behind the journal, and doubts an unsynchronized one`() throws {
        let later = Self.now.adding(milliseconds: 3 * 60_000)
        let finding = try #require(Checkup.clock(lastEventAt: later, now: Self.now, of: "main"))
        expectEqual(finding.verdict, .bad)
        #expect(finding.text.contains("3 minutes"))
        #expect(finding.text.contains("a running hub follows it within minutes"))
        expectNil(Checkup.clock(lastEventAt: Self.now, now: later, of: "main"))
        expectEqual(Checkup.clock(isSynchronised: false).verdict, .doubtful)
        expectEqual(Checkup.clock(isSynchronised: true).verdict, .good)
    }

    @Test func `doubts a file limit below the connection limit`() {
        expectEqual(Checkup.files(limit: 1_024, for: HubLimits()).verdict, .doubtful)
        expectEqual(Checkup.files(limit: 65_536, for: HubLimits()).verdict, .good)
    }

    @Test func `says what tablets lack without a certificate`() {
        let finding = Checkup.certificate(nil, now: Self.now, renewal: "Make one.")
        expectEqual(finding.verdict, .doubtful)
        #expect(finding.text.hasSuffix("Make one."))
    }

    @Test(
        arguments: [(1_000, .good), (61, .good), (59, .doubtful), (-1, .bad)]
            as [(Int64, Finding.Verdict)])
    func `reports an expiring authority weeks before`(
        days: Int64, verdict: Finding.Verdict
    ) throws {
        let folder = LiveHub.newFolder()
        let now = Self.now.milliseconds / 1_000
        let authority = try LocalAuthority(path: folder, at: now)
        let then = authority.certificate.notAfter - days * 86_400
        let finding = Checkup.authority(
            authority.certificate, path: "tls/authority.pem",
            now: Instant(milliseconds: then * 1_000))
        expectEqual(finding.verdict, verdict)
        expectEqual(finding.text.contains("Move tls/authority.pem away"), (verdict != .good))
    }

    @Test func `doubts an authority that may vouch for any site`() throws {
        let now = Self.now.milliseconds / 1_000
        // Any certificate without name constraints serves.
        let issued = try LocalAuthority(path: LiveHub.newFolder(), at: now)
            .issue(for: [ServerName("localhost")], at: now)
        let finding = Checkup.authority(
            issued.certificate, path: "tls/authority.pem", now: Self.now)
        expectEqual(finding.verdict, .doubtful)
        #expect(finding.text.contains("any site"))
    }

    @Test func `checks a running hub's data`() throws {
        let hub = try LiveHub()
        _ = try hub.connect(.host).add("Ada")
        let findings = Checkup(SQLiteFolder(hub.dataFolder), now: WallClock.now).data()
        #expect(
            findings.contains(
                Finding(.good, "journal", "main goes through revision 1.")))
        // The disk's free space and the tests' user don't depend on the hub.
        #expect(
            findings.allSatisfy { $0.verdict == .good || ["disk", "user"].contains($0.subject) },
            "\(findings)")
        // The certificate is not valid yet by a clock of the year before.
        let early = WallClock.now.adding(milliseconds: -31_536_000_000)
        let late = Checkup(SQLiteFolder(hub.dataFolder), now: early).data()
        #expect(late.contains { $0.subject == "clock" && $0.verdict == .bad })
        let none = Checkup(SQLiteFolder(LiveHub.newFolder()), now: early).data()
        expectEqual(none.map(\.verdict), [.bad])
    }
}
