import Client
import Foundation
import HTTPTypes
import HostilePeers
import JSON
import ScreenClient
import TestSupport
import Testing

/// The program on a full disk: a real file system of a few megabytes.
@Suite(.serialized, .timeLimit(.minutes(2)), .enabled(if: SmallDisk.isPossible))
struct FullDiskTests {
    private let hub: ServedHub
    private let http: HTTPClient
    private let ballast: String

    init() throws {
        hub = try ServedHub(
            program: BuiltProgram.named("tablecast"), limits: ["mutation-credit=1000000"],
            disk: SmallDisk(mebibytes: 6))
        http = HTTPClient(hub.address, token: try hub.token("host"))
        ballast = hub.visibleDataFolder + "/ballast"
    }

    /// Fills the disk to the last byte.
    private func fill() throws {
        let file = try #require(fopen(ballast, "a"))
        defer { fclose(file) }
        setvbuf(file, nil, _IONBF, 0)
        let bytes = [UInt8](repeating: 0x20, count: 4_096)
        while fwrite(bytes, 1, bytes.count, file) == bytes.count {}
    }

    private func add(_ id: String) throws -> MutationAnswer {
        try http.mutate(
            id: id, "waitlist.add",
            ["name": "Ada", "size": 2, "notes": .string(String(repeating: "long ", count: 90))],
            venue: "main")
    }

    /// - Returns: the number of accepted mutations before the first that was `unavailable`.
    private func addUntilFull(_ prefix: String) throws -> Int {
        for index in 0..<10_000 {
            switch try add("\(prefix)-\(index)") {
            case .accepted: continue
            case .rejected(let rejection):
                #expect(rejection.code == "unavailable")
                return index
            }
        }
        Issue.record("the disk was never full")
        return 0
    }

    @Test func `a full disk rejects changes, serves readers, and recovers with room`() throws {
        guard case .accepted(1, _, _) = try add("first") else {
            Issue.record("the disk is full from the beginning")
            return
        }
        let screen = SyncSession(
            with: hub.address, venue: "main", token: try hub.token("display"),
            views: ["waitlist/display"])
        while !screen.isLive { _ = try screen.next(timeout: .seconds(10)) }
        try fill()
        // The log has free space inside, which is used first.
        let count = try addUntilFull("full")
        for index in 0..<20 {
            guard case .rejected(let rejection) = try add("over-\(index)") else {
                Issue.record("accepted on a full disk")
                break
            }
            #expect(rejection.code == "unavailable")
        }
        #expect(try http.perform(.get, "/readyz").status == 503)
        #expect(try http.perform(.get, "/healthz").status == 200)
        let view = try http.view("waitlist/host", venue: "main")
        #expect(view["doc"]?["parties"]?.members?.count == 1 + count)
        // A known answer is given again.
        guard case .accepted(1, _, true) = try add("first") else {
            Issue.record("the first answer is gone")
            return
        }
        #expect(throws: (any Error).self) {
            _ = try hub.command("backup", [hub.dataFolder + "/backup"])
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: hub.visibleDataFolder)
        #expect(files.filter { $0.hasPrefix("backup") } == [])

        try FileManager.default.removeItem(atPath: ballast)
        // The hub is not notified, and the same ids count as new.
        for index in 0..<20 {
            let answer = try add("over-\(index)")
            guard case .accepted(let rev, _, false) = answer else {
                Issue.record("refused although there is room: \(index) \(answer) \(hub.log)")
                return
            }
            #expect(rev == 2 + count + index)
        }
        #expect(try http.perform(.get, "/readyz").status == 200)
        let last = 21 + count
        while screen.copy(of: "waitlist/display")?.position?.rev != last {
            let event = try #require(try screen.next(timeout: .seconds(10)))
            if case .disconnected = event { Issue.record("the screen was cut off") }
        }
        #expect(
            try hub.command("verify") == "main: \(last) events, sound through revision \(last)\n")
        #expect(hub.isRunning)
    }
}
