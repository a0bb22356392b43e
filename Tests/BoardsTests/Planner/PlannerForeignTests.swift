import JSON
import Sync
import TestBoards
import TestSupport
import Testing

/// Features that only files have: floating times, dates without a rule, finer rules, and cancelled
/// events.
@Suite struct PlannerForeignTests {
    private var bench = PlannerBench()

    private static let weeks = PlannerBench.mondays("2026-05-04", 4)

    /// Imports one event into `main`.
    ///
    /// - Returns: The event's id.
    private mutating func take(_ lines: String...) throws -> String {
        let known = Set(shown.map(\.event))
        let file = PlannerBench.file(["UID:\(bench.rev)@test", "SUMMARY:Foreign"] + lines)
        let answer = bench.importFile(file, ["calendar": "main"])
        expectEqual(answer.json["added"], 1)
        return try #require(shown.map(\.event).first { !known.contains($0) })
    }

    private var shown: [(event: String, key: String)] {
        Self.weeks.flatMap { monday in
            (bench.week(monday)["occurrences"]?.members ?? [:]).map {
                (event: $0.value["event"]?.text ?? "", key: $0.key)
            }
        }
    }

    private func times(_ event: String) -> [String] { bench.times(of: event, in: Self.weeks) }

    @Test mutating func `moves floating events with the house and keeps their keys`() throws {
        let event = try take(
            "DTSTART:20260504T193000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=3")
        let row = try #require(bench.row("\(event).20260504T193000", in: "2026-05-04"))
        expectEqual(row["start"], "2026-05-04T17:30:00.000Z")
        expectNil(row["timeZone"])
        expectNil(row["allDay"])
        try bench.edit(event, ["title": "Changed"], at: "20260511T193000")
        try bench.ask("house.configure", ["timeZone": "Asia/Tokyo"], by: PlannerBench.owner)
        expectEqual(times(event), ["2026-05-04T10:30", "2026-05-11T10:30", "2026-05-18T10:30"])
        #expect(bench.row("\(event).20260511T193000", in: "2026-05-11")?["title"] == "Changed")
        expectEqual(bench.editCode(event, ["title": "x"], at: "20260511T103000Z"), .notFound)
        let new = try #require(
            try bench.edit(event, ["title": "Rest"], at: "20260518T193000", scope: "following"))
        expectEqual(times(event), ["2026-05-04T10:30", "2026-05-11T10:30"])
        expectEqual(times(new), ["2026-05-18T10:30"])
        try bench.delete(event, at: "20260504T193000")
        expectEqual(times(event), ["2026-05-11T10:30"])
    }

    @Test mutating func `shows a cancelled event, which blocks no time`() throws {
        let event = try take(
            "DTSTART:20260504T170000Z", "DTEND:20260504T180000Z", "STATUS:CANCELLED")
        let other = try bench.add("Tasting", "2026-05-04T19:30")
        #expect(bench.row(event, in: "2026-05-04")?["status"] == "cancelled")
        #expect(bench.row(event, in: "2026-05-04")?["clash"] == nil)
        #expect(bench.row(other, in: "2026-05-04")?["clash"] == nil)
    }

    @Test mutating func `treats dates without a rule as a series`() throws {
        let event = try take(
            "DTSTART:20260504T170000Z", "DURATION:PT1H", "RDATE:20260506T170000Z,20260520T170000Z")
        expectEqual(times(event), ["2026-05-04T17:00", "2026-05-06T17:00", "2026-05-20T17:00"])
        let key = "\(event).20260506T170000Z"
        #expect(bench.row(key, in: "2026-05-04")?["repeat"] == "DATES")
        try bench.edit(event, ["start": "2026-05-07T10:00"], at: "20260506T170000Z")
        #expect(bench.row(key, in: "2026-05-04")?["firstDay"] == "2026-05-07")
        try bench.delete(event, at: "20260504T170000Z")
        try bench.delete(event, at: "20260520T170000Z")
        expectEqual(times(event).count, 1)
        try bench.delete(event, at: "20260506T170000Z")
        expectEqual(bench.editCode(event, ["title": "x"]), .conflict)
    }

    @Test mutating func `shows an event without a length on its day`() throws {
        let midnight = try take("DTSTART:20260510T220000Z")
        let row = try #require(bench.row(midnight, in: "2026-05-11"))
        expectEqual(row["start"], row["end"])
        expectEqual([row["firstDay"], row["lastDay"]], ["2026-05-11", "2026-05-11"])
        expectNil(bench.row(midnight, in: "2026-05-04"))
    }

    // MARK: Export

    @Test(arguments: 51...52)
    func `exports a calendar with the same weeks`(seed: UInt64) throws {
        var walk = PlannerWalk(seed: seed)
        for _ in 1...220 { _ = walk.step() }
        var bench = walk.bench
        try bench.ask("house.configure", ["timeZone": "Europe/Madrid"], by: PlannerBench.owner)
        let file = try #require(bench.read("export.ics", ["calendar": "main"])).text
        var other = PlannerBench()
        let answer = other.importFile(file, ["calendar": "main"])
        expectEqual(answer.json["refused"], [])
        for monday in PlannerWalk.days.weeks {
            expectEqual(rows(other, monday), rows(bench, monday), "\(monday)")
        }
    }

    /// Returns the rows of `main`, without ids.
    private func rows(_ bench: PlannerBench, _ monday: String) -> [String] {
        (bench.week(monday)["occurrences"]?.members?.values.map { $0 } ?? [])
            .filter { $0["calendar"] == "main" }
            .map { row in
                let members = row.members ?? [:]
                return JSON.object(members.filter { $0.key != "event" }).canonicalText
            }
            .sorted()
    }

    // MARK: Search

    private func found(_ text: String, by principal: Principal = PlannerBench.host) -> [String]? {
        let answer = bench.read("search", ["q": text], by: principal)
        guard let answer, answer.status == 200 else { return nil }
        return answer.json["events"]?.elements?.compactMap { $0["event"]?.text }
    }

    @Test mutating func `finds events by words of title and location, newest first`() throws {
        let early = try bench.add(
            "Crème tasting", "2026-05-04T10:00", 60, ["description": "hidden words"])
        let late = try bench.add("Music", "2026-06-04T10:00", 60, ["location": "Café CRÉME"])
        let deleted = try bench.add("Creme", "2026-05-05T10:00")
        try bench.delete(deleted)
        expectEqual(found("creme"), [late, early])
        expectEqual(found(" TASTING creme "), [early])
        expectEqual(found("hidden"), [])
        expectEqual(found("cafe music"), [late])
        for number in 1...60 { try bench.add("Many \(number)", "2026-05-06T10:00") }
        expectEqual(found("many")?.count, 50)
        for principal in [PlannerBench.engineer, PlannerBench.screen] {
            expectNil(found("creme", by: principal))
        }
    }
}
