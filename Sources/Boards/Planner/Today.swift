import BoardKit
import ICalendar
import Sync

/// The present service day: the one that began last.
struct Today: Sendable, Equatable {
    let date: CivilDate
    /// The start and the end.
    let bounds: Range<Instant>

    init(at instant: Instant, dayStart: TimeOfDay, in zone: Zone) {
        let startSeconds = dayStart.hour * 3_600 + dayStart.minute * 60
        func beginning(of date: CivilDate) -> Int64 {
            zone.seconds(of: LocalTime(date: date, secondOfDay: startSeconds))
        }
        let seconds = instant.seconds
        let local = zone.local(of: seconds)
        var date = local.date
        if beginning(of: date) > seconds { date = date.adding(days: -1) }
        self.date = date
        let start = beginning(of: date)
        let end = max(beginning(of: date.adding(days: 1)), start + 1)
        bounds = Instant(seconds: start)..<Instant(seconds: end)
    }

    func contains(_ instant: Instant) -> Bool { bounds.contains(instant) }
}

extension Instant {
    /// - Parameter seconds: Unix time.
    init(seconds: Int64) { self.init(milliseconds: seconds * 1000) }

    /// Unix time, rounded down.
    var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000 }
}

extension Today {
    func write(to writer: inout StateWriter) {
        writer.write(date.dayNumber)
        writer.write(bounds.lowerBound)
        writer.write(bounds.upperBound)
    }

    init(from reader: inout StateReader) throws(StateError) {
        date = CivilDate(dayNumber: try reader.read())
        let lower: Instant = try reader.read()
        let upper: Instant = try reader.read()
        guard lower < upper else { throw StateError("the service day ends before it begins") }
        bounds = lower..<upper
    }
}
