import Foundation
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import NearbyBoard

@Suite struct PlaceHoursTests {
    /// Written hours and their meaning: days from Monday and minutes since midnight.
    private static let written: [(text: String, days: [ClosedRange<Int>: [Range<Int>]])] = [
        ("24/7", [0...6: [0..<1440]]),
        ("08:00-18:30", [0...6: [480..<1110]]),
        ("Mo-Fr 06:30-20:00; Sa,Su 08:00-14:00", [0...4: [390..<1200], 5...6: [480..<840]]),
        (
            "Tu-Su 12:00-15:00,18:00-23:00; Mo off", [1...6: [720..<900, 1080..<1380]]
        ),
        ("Mo-Th 17:00-02:00; Fr,Sa 17:00-04:00", [0...3: [1020..<1560], 4...5: [1020..<1680]]),
        ("Sa-Mo 18:00-26:00", [5...6: [1080..<1560], 0...0: [1080..<1560]]),
        (
            "Mo-Su 10:00-20:00; We 12:00-14:00; Su off",
            [
                0...1: [600..<1200], 2...2: [720..<840], 3...5: [600..<1200],
            ]
        ),
        (
            "Mo-Fr 08:00-12:00, Sa 10:00-12:00, Fr 13:00-16:00",
            [
                0...3: [480..<720], 4...4: [480..<720, 780..<960], 5...5: [600..<720],
            ]
        ),
        ("09:00-17:00; Mo closed", [1...6: [540..<1020]]),
        (
            " Mo - We , Fr : 9:05 - 24:00 , 00:00-01:30 ; ",
            [
                0...2: [0..<90, 545..<1440], 4...4: [0..<90, 545..<1440],
            ]
        ),
        ("off", [:]),
        ("Mo-Su 00:00-24:00", [0...6: [0..<1440]]),
        ("Sa 22:00-24:00; Su 00:00-03:00", [5...5: [1320..<1440], 6...6: [0..<180]]),
        ("Su 01:30-02:15,02:30-02:45,23:45-00:15", [6...6: [90..<135, 150..<165, 1425..<1455]]),
        ("Mo-Fr 10:00-10:01", [0...4: [600..<601]]),
        ("Su-Sa 12:00-11:59", [0...6: [720..<2159]]),
    ]

    private static func days(_ ranges: [ClosedRange<Int>: [Range<Int>]]) -> [[Range<Int>]] {
        var days = [[Range<Int>]](repeating: [], count: 7)
        for (range, hours) in ranges { for day in range { days[day] = hours } }
        return days
    }

    @Test func `parses days and times`() {
        for (text, days) in Self.written {
            expectEqual(PlaceHours(text)?.days, Self.days(days), "\(text)")
        }
    }

    @Test(arguments: [
        "", " ", "24/7; Mo off", "24/7 open", "Apr-Oct: We-Su 11:00-sunset", "PH off",
        "Mo-Fr 08:00-18:00; PH off", "Mo-Fr 08:00-18:00; SH 10:00-12:00", "sunrise-sunset",
        "Mo-Fr 08:00+", "Mo-Fr 08:00-18:00+", "Mo-Fr", "Mo-Fr 08:00", "Mo-Fr open",
        "Mo[1] 08:00-9:00",
        "Mo-Fr 08:00-18:00 \"by appointment\"", "Mo-Fr 08:00-18:00 || Sa 10:00-12:00",
        "week 1-10 Mo 08:00-18:00", "2026 Mo 08:00-18:00", "Dec 24 off", "Mon-Fri 08:00-18:00",
        "mo-fr 08:00-18:00", "Mo–Fr 08:00–18:00", "8-18", "8am-6pm", "Mo-Fr 0800-1800",
        "Mo-Fr 08:00-18:60", "Mo-Fr 24:00-26:00", "Mo-Fr 08:00-48:01", "00:00-00:00",
        "Mo-Fr 08:00-18:00; 10:00-12:00", "Mo-Fr 08:00-18:00; off", "Mo-Fr 08:00-18:00, Sa off",
        "Mo-Fr 08:00-18:00,", "Mo-Fr 08:00-18:00 Sa 10:00-12:00", "Mo,, Tu 08:00-18:00",
        "Mo- 08:00-18:00", "; Mo 08:00-18:00", "Mo 08:00-18:00;; Tu 08:00-18:00", "Mo 008:00-18:00",
        "Mo 08:0-18:00", "offf", "Mo 08:00 to 18:00", "Mo 08.00-18.00", "unknown", "easter off",
        "Mo 08:00-18:00/30", "(sunrise+01:00)-18:00", "Mo 99999999999999999999:00-18:00", "ＭＯ",
    ])
    func `rejects every other form`(text: String) {
        expectNil(PlaceHours(text))
    }

    /// Nineteen days minute by minute from the start of a Monday. Each minute has the latest time
    /// that a wall clock has shown by then, in minutes since the first midnight.
    private struct PlainClock {
        let start: Instant
        let shown: [Int]

        init(fromMonday start: String, in zone: TimeZone) throws {
            self.start = try #require(Instant(start))
            let first = Date(timeIntervalSince1970: Double(self.start.milliseconds) / 1000)
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            let parts = calendar.dateComponents([.weekday, .hour, .minute], from: first)
            try #require(parts.weekday == 2 && parts.hour == 0 && parts.minute == 0)
            let offset = zone.secondsFromGMT(for: first)
            var latest = 0
            shown = (0..<(19 * 1440)).map { minute in
                let date = first + Double(minute) * 60
                latest = max(latest, minute + (zone.secondsFromGMT(for: date) - offset) / 60)
                return latest
            }
        }

        /// Returns whether the place is open at each minute.
        func isOpen(_ days: [[Range<Int>]]) -> [Bool] {
            var open = [Bool](repeating: false, count: 23 * 1440)
            for day in 0..<20 {
                for range in days[day % 7] {
                    for minute in range { open[day * 1440 + minute] = true }
                }
            }
            return shown.map { open[$0] }
        }
    }

    @Test(arguments: [
        ("Europe/Rome", "2026-03-22T23:00:00Z"), ("Europe/Rome", "2026-10-18T22:00:00Z"),
        // Clocks go forward at midnight, and back from 1:00 to midnight.
        ("America/Havana", "2026-03-02T05:00:00Z"), ("America/Havana", "2026-10-26T04:00:00Z"),
        // Clocks change by half an hour.
        ("Australia/Lord_Howe", "2026-03-29T13:00:00Z"),
        // Clocks go back over midnight.
        ("America/Nuuk", "2026-10-19T01:00:00Z"),
    ])
    func `opening and closing match a wall clock at every minute of a week`(
        zone: String, start: String
    ) throws {
        let timeZone = try #require(TimeZone(identifier: zone))
        let clock = try PlainClock(fromMonday: start, in: timeZone)
        // Clocks change on the seventh day. A full week in one zone is enough.
        let days = zone == "Europe/Rome" ? 3..<10 : 5..<8
        let weeks = (days.lowerBound * 1440..<days.upperBound * 1440).map { minute in
            // The last millisecond of the minute, to test seconds too.
            let now = clock.start.adding(milliseconds: Int64(minute) * 60_000 + 59_999)
            return (minute, LocalWeek(around: now, in: timeZone))
        }
        for (text, days) in Self.written {
            let hours = try #require(PlaceHours(text))
            let isOpen = clock.isOpen(Self.days(days))
            var closings = [Int](repeating: isOpen.count, count: isOpen.count + 1)
            for minute in isOpen.indices.reversed() {
                closings[minute] = isOpen[minute] ? closings[minute + 1] : minute
            }
            let wrong = weeks.filter { minute, week in
                let closing = closings[minute]
                let closesAt =
                    isOpen[minute] && closing < isOpen.count
                    ? clock.start.adding(milliseconds: Int64(closing) * 60_000) : nil
                return hours.state(in: week)
                    != PlaceHours.State(isOpen: isOpen[minute], closesAt: closesAt)
            }
            #expect(wrong.isEmpty, "\(text): \(wrong.map(\.1.now).prefix(3)), \(wrong.count)")
        }
    }
}
