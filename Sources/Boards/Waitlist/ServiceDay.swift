import Foundation
import Sync

/// What is counted and shown for one service day only, and when the next one begins: at 04:00 in
/// the venue's time zone, on the days when clocks change too.
struct ServiceDay: Sendable {
    /// The number that was given last; 0 before the first one of the day.
    var lastNumber = 0
    /// Those who left since the day began.
    private(set) var gone: Set<PartyID> = []
    private var beganAt = Instant(milliseconds: .min)
    /// Kept, so that the calendar is asked once a day and not at every event.
    private var endsAt = Instant(milliseconds: .min)
    private var calendar: Calendar

    /// - Parameter timeZone: an IANA identifier; UTC when there is no such zone.
    init(timeZone: String) {
        calendar = Calendar(identifier: .gregorian)
        setTimeZone(timeZone)
    }

    /// The day that has begun ends when it was to end; those after it go by the new zone.
    mutating func setTimeZone(_ timeZone: String) {
        calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
    }

    /// When the next day begins; `nil` when nobody would notice.
    var dueAt: Instant? { lastNumber == 0 && gone.isEmpty ? nil : endsAt }

    /// An instant as the venue writes it: `19:42`.
    func timeOfDay(_ instant: Instant) -> String {
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        let digits = [parts.hour ?? 0, parts.minute ?? 0].map { ($0 < 10 ? "0" : "") + "\($0)" }
        return digits.joined(separator: ":")
    }

    /// An event is about to be carried out: after a time without anything to count or show, it is
    /// the first one of its day.
    mutating func willApply(_ event: Event) {
        if dueAt == nil, event.at >= endsAt { endsAt = end(after: event.at) }
    }

    mutating func begin(at instant: Instant) {
        lastNumber = 0
        gone = []
        beganAt = instant
        endsAt = end(after: instant)
    }

    /// - Returns: whether the party is among those who left since the day began.
    mutating func updateGone(_ id: PartyID, leftAt: Instant?) -> Bool {
        guard let leftAt, leftAt >= beganAt else {
            gone.remove(id)
            return false
        }
        gone.insert(id)
        return true
    }

    private static let firstHour = 4

    private func end(after instant: Instant) -> Instant {
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        let next = calendar.nextDate(
            after: date, matching: DateComponents(hour: Self.firstHour),
            matchingPolicy: .nextTime, repeatedTimePolicy: .first)
        let dayLater = instant.adding(milliseconds: 86_400_000)
        guard let seconds = next?.timeIntervalSince1970, seconds.magnitude < 1e12 else {
            return dayLater
        }
        let end = Instant(milliseconds: Int64((seconds * 1000).rounded()))
        return end > instant ? end : dayLater
    }
}

extension ServiceDay {
    func write(to writer: inout StateWriter) {
        writer.write(lastNumber)
        writer.write(gone.map(\.rev).sorted())
        writer.write(beganAt)
        writer.write(endsAt)
    }

    mutating func restore(from reader: inout StateReader) throws(StateError) {
        lastNumber = try reader.read()
        gone = Set(try reader.read([Int].self).map(PartyID.init(rev:)))
        beganAt = try reader.read()
        endsAt = try reader.read()
    }
}
