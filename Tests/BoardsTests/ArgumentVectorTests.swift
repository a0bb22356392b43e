import BoardKit
import JSON
import NoticeBoard
import Sync
import TestSupport
import Testing

@Suite struct ArgumentVectorTests {
    @Test func `accepts the data, or reports the problems, of every case`() throws {
        let cases = try VectorFile.cases("boards-arguments")
        #expect(cases.count > 150)
        for vector in cases {
            let action = try #require(vector["action"]?.text)
            let arguments = try #require(vector["args"]?.members)
            if action.hasPrefix("notice") {
                try check(vector, BoardBench(Notices()), action, arguments)
            } else {
                var bench = WaitlistBench()
                try bench.add("Ada")
                try check(vector, bench, action, arguments)
            }
        }
    }

    private func check(
        _ vector: JSON, _ bench: BoardBench<some Board>, _ action: String,
        _ arguments: [String: JSON]
    ) throws {
        let problems = try #require(vector["problems"]?.elements)
        let principal =
            vector["by"]?.text.map { Principal(joinLink: $0) }
            ?? Principal(role: .host, device: "d_1")
        let refusal = bench.refusal(action, arguments, by: principal)
        guard let data = vector["data"]?.members else {
            expectEqual(refusal?.code, .invalid, "\(vector.canonicalText)")
            let told = refusal?.problems.map { problem -> JSON in
                ["field": .string(problem.field), "message": .string(problem.message)]
            }
            expectEqual(told, problems, "\(vector.canonicalText)")
            return
        }
        expectNil(refusal, "\(vector.canonicalText)")
        // A refused action has no data to compare.
        guard refusal == nil else { return }
        let decided = try bench.decide(action, arguments, by: principal).data
        for (name, value) in data {
            #expect(decided[name] ?? .null == value, "\(name) of \(vector.canonicalText)")
        }
    }

    @Test func `reports problems before an unknown party`() throws {
        let bench = WaitlistBench()
        expectEqual(bench.refusal("waitlist.seat", ["party": "p_9", "table": ""])?.code, .invalid)
        expectEqual(bench.refusal("waitlist.seat", ["party": "p_9"])?.code, .notFound)
    }
}
