import BoardKit
import Foundation
import Sync

/// The local time of a time zone around an instant, with its changes of offset: from four days
/// before the instant to ten days after it.
struct LocalWeek: Sendable {
    private struct Segment {
        /// The start of the offset, in seconds since 1970.
        let start: Int
        let offset: Int
    }

    private static let secondsPerDay = 86_400

    let now: Instant
    /// The local date of the instant, in days since 1970-01-01.
    let today: Int
    private let segments: [Segment]

    init(around now: Instant, in timeZone: TimeZone) {
        self.now = now
        let offset = { (second: Int) in
            timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
        }
        let second = Int((Double(now.milliseconds) / 1000).rounded(.down))
        var segments = [Segment(start: .min, offset: offset(second - 4 * Self.secondsPerDay))]
        for day in -4..<10 {
            let start = second + day * Self.secondsPerDay
            let before = offset(start)
            guard offset(start + Self.secondsPerDay) != before else { continue }
            // The change is at the first second with another offset.
            let seconds = (start + 1)...(start + Self.secondsPerDay)
            let change = seconds[seconds.partitionPoint { offset($0) != before }]
            segments.append(Segment(start: change, offset: offset(change)))
        }
        self.segments = segments
        let local = second + offset(second)
        today = Int((Double(local) / Double(Self.secondsPerDay)).rounded(.down))
    }

    /// Returns the first instant at which the local clock shows a time or a later one. For a time
    /// that is skipped, this is when the clock is put forward; for a time that occurs twice, the
    /// first occurrence.
    ///
    /// - Parameters:
    ///   - day: in days since 1970-01-01.
    ///   - minute: since midnight. It may lie on a later day.
    func instant(day: Int, minute: Int) -> Instant {
        let local = day * Self.secondsPerDay + minute * 60
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if isLast || local < segments[index + 1].start + segment.offset {
                return Instant(
                    milliseconds: Int64(max(local - segment.offset, segment.start)) * 1000)
            }
        }
        return now
    }

    /// 0 for Monday to 6 for Sunday.
    static func weekday(of day: Int) -> Int {
        // 1970-01-01 was a Thursday.
        let rest = (day + 3) % 7
        return rest < 0 ? rest + 7 : rest
    }
}
