import TestSupport
import Testing

@testable import BoardKit
@testable import MazeBoard

@Suite struct MazeConditionsTests {
    @Test func `has no latency and no failures under plain`() throws {
        let plain = try #require(MazeConditions("plain"))
        expectEqual([plain.latency, plain.failures, plain.after, plain.timeout], [0, 0, 0, 2_000])
        expectEqual(plain, .plain)
        expectEqual(plain.description, "plain")
    }

    @Test func `uses the first server's conditions for seed`() throws {
        let seed = try #require(MazeConditions("seed"))
        expectEqual(seed, MazeConditions("latency=8,failures=6,after=4096,timeout=2000"))
        expectEqual(seed, MazeConditions("after=4096,failures=6,latency=8"))
        expectEqual(seed, MazeConditions(seed.description))
    }

    @Test(arguments: [
        ("latency", 1_000), ("failures", 4_096), ("after", 1_000_000_000), ("timeout", 5_000),
    ])
    func `accepts a condition from 0 to its maximum`(name: String, max: Int) {
        for value in [0, 1, max] { #expect(MazeConditions("\(name)=\(value)") != nil) }
        #expect(MazeConditions("\(name)=0") != MazeConditions("\(name)=1"))
        for value in [
            "\(max + 1)", "-1", "+1", "01", "1.0", "", " 1", "0x1", "99999999999999999999",
        ] {
            expectNil(MazeConditions("\(name)=\(value)"), "\(name)=\(value)")
        }
    }

    @Test(arguments: [
        "", "good", "Plain", "plain,latency=1", "latency", "=", "=1", "latency=1,", ",latency=1",
        "latency=1,latency=1", "latency=1, failures=1", "latency=1;failures=1", "latency==1",
        "seed,after=1", "speed=1",
    ])
    func `refuses any other text`(text: String) {
        expectNil(MazeConditions(text))
    }
}
