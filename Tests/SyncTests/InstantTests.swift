import JSON
import Sync
import TestSupport
import Testing

@Suite struct InstantTests {
    @Test func `reads timestamps of RFC 3339 with any offset and fraction`() throws {
        let rows = try #require(VectorFile.load("sync-instants")["accepted"]?.elements)
        #expect(rows.count > 500)
        for row in rows {
            let text = try #require(row.elements?.first?.text)
            let milliseconds = try #require(row.elements?.last?.integer)
            expectEqual(Instant(text)?.milliseconds, Int64(milliseconds), "\(text)")
        }
    }

    @Test func `refuses anything but timestamps of the years 1 to 9999`() throws {
        let rows = try #require(VectorFile.load("sync-instants")["refused"]?.elements)
        #expect(rows.count > 60)
        for row in rows {
            let text = try #require(row.text)
            expectNil(Instant(text), "\(text)")
        }
    }

    @Test func `writes instants beyond four-digit years as the nearest within`() {
        expectEqual("\(Instant(milliseconds: .min))", "0001-01-01T00:00:00.000Z")
        expectEqual("\(Instant(milliseconds: .max))", "9999-12-31T23:59:59.999Z")
    }

    /// Counts days from the year 1 by the calendar's rules, without a formula for days.
    @Test func `writes and reads back every month of ten thousand years`() {
        var day: Int64 = -719_162
        for year in 1...9999 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (index, length) in lengths.enumerated() {
                let prefix = "\(padded(year, 4))-\(padded(index + 1, 2))-"
                let first = Instant(milliseconds: day * 86_400_000)
                expectBothWays(first, prefix + "01T00:00:00.000Z")
                day += Int64(length)
                let last = Instant(milliseconds: day * 86_400_000 - 1)
                expectBothWays(last, prefix + "\(length)T23:59:59.999Z")
            }
        }
        expectEqual(day, 2_932_897)
    }

    @Test func `writes and reads back every day around the turns of some centuries`() {
        for start in [-719_162, -141_500, -25_570, -400, 10_900, 19_700, 47_400, 156_000] {
            for day in start..<(start + 800) {
                let instant = Instant(milliseconds: Int64(day) * 86_400_000 + 45_296_789)
                #expect(instant.description.hasSuffix("T12:34:56.789Z"))
                expectEqual(Instant(instant.description), instant)
            }
        }
    }

    private func expectBothWays(_ instant: Instant, _ text: String) {
        if instant.description != text { Issue.record("\(instant) is not \(text)") }
        if Instant(text) != instant { Issue.record("\(text) is not read as \(instant)") }
    }

    private func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    @Test func `reads or refuses a timestamp damaged at any byte, and never traps`() {
        let texts = ["2026-11-20T18:04:05.123Z", "2026-11-20T18:04:05.123456+01:30"]
        let pieces = ["", "0", "9", "-", ":", "Z", "+", ".", "é", "\0"]
        for text in texts {
            for place in 0...text.count {
                #expect(place == text.count || Instant(String(text.prefix(place))) == nil)
                for piece in pieces {
                    let damaged = text.prefix(place) + piece + text.dropFirst(place + 1)
                    if let instant = Instant(String(damaged)) {
                        expectEqual(Instant(instant.description), instant, "\(damaged)")
                    }
                }
            }
        }
        #expect(
            Instant("2026-11-20T18:04:05." + String(repeating: "9", count: 10_000) + "Z") != nil)
    }

    @Test func `instants are ordered and differ by milliseconds`() {
        let one = Instant(milliseconds: -1)
        let other = one.adding(milliseconds: 5)
        #expect(one < other)
        expectEqual(other.milliseconds(since: one), 5)
        expectEqual(one.description, "1969-12-31T23:59:59.999Z")
    }
}
