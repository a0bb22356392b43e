import Foundation
import Sync

/// Times as the venue writes them.
struct VenueClock {
    private let calendar: Calendar

    init(timeZone: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
        self.calendar = calendar
    }

    /// `19:42`
    func time(of instant: Instant) -> String {
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        let pad = { (number: Int?) in (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
        return "\(pad(parts.hour)):\(pad(parts.minute))"
    }
}
