import Foundation
import JSON
import Sync

/// The list in the HTML of the display's page, so that a television shows it without scripts.
struct DisplayRows {
    private struct Party {
        var key: String
        var rank: String
        var label: String
        var size: Int
        var isReady: Bool
        var arrivedAt: Instant
        var readyAt: Instant?
    }

    private let ready: [Party]
    private let waiting: [Party]
    /// Whether the labels are the parties' numbers.
    private let isNumbered: Bool
    private let now: Instant
    private let clock: VenueClock

    init(_ venue: Venue, now: Instant) {
        let list = venue.document(of: Waitlist.displayView)
        isNumbered = list?["venue"]?["labels"] == "number"
        let parties = (list?["parties"]?.members ?? [:])
            .compactMap { Self.party($0.key, $0.value) }
        ready = parties.filter(\.isReady).sorted { ($1.readyAt ?? now) < ($0.readyAt ?? now) }
        waiting = parties.filter { !$0.isReady }.sorted { $0.rank < $1.rank }
        self.now = now
        clock = VenueClock(timeZone: venue.profile.timeZone)
    }

    private static func party(_ key: String, _ row: JSON) -> Party? {
        guard let rank = row["rank"]?.text, let label = row["label"]?.text,
            let size = row["size"]?.integer,
            let arrivedAt = row["arrivedAt"]?.instant
        else { return nil }
        return Party(
            key: key, rank: rank, label: label, size: size,
            isReady: row["status"]?.text == "ready", arrivedAt: arrivedAt,
            readyAt: row["readyAt"]?.instant)
    }

    /// The content of the page's places.
    var places: [String: PagePlace] {
        let wait = longestWait
        return [
            "readyRows": .rows(of: isNumbered ? "numbered-ready-row" : "ready-row", rows(ready)),
            "waitingRows": .rows(
                of: isNumbered ? "numbered-waiting-row" : "waiting-row", rows(waiting)),
            "readyCount": .text("\(ready.count)"),
            "waitingCount": .text("\(waiting.count)"),
            "longestWait": .text(wait?.figure ?? ""),
            "waitUnit": wait.map { .rows(of: $0.unit, [[:]]) } ?? .text(""),
            "waitClass": .text(wait == nil ? "is-unknown" : ""),
            // For the sentence that contains the current time.
            "time": .text(clock.time(of: now)),
            "boardClass": .text(
                [
                    ready.isEmpty && waiting.isEmpty ? "is-empty" : nil,
                    isNumbered ? "is-numbered" : nil,
                ].compactMap(\.self).joined(separator: " ")),
        ]
    }

    /// The longest current wait in whole minutes, or in days if the list is very old; `nil` below a
    /// minute. The units are templates of the page.
    private var longestWait: (figure: String, unit: String)? {
        let longest = waiting.map { now.milliseconds(since: $0.arrivedAt) }.max() ?? 0
        let minutes = longest / 60_000
        guard minutes > 0 else { return nil }
        guard minutes >= 2 * 1_440 else { return ("\(minutes)", "minutes") }
        return ("\(minutes / 1_440)", "days")
    }

    private func rows(_ parties: [Party]) -> [[String: String]] {
        parties.enumerated().map { index, party in
            [
                "place": "\(index + 1)",
                "key": party.key,
                "label": party.label,
                // Used if the labels are numbers.
                "number": party.label,
                "size": "\(party.size)",
                "status": party.isReady ? "ready" : "waiting",
                "arrivedAt": party.arrivedAt.description,
                "arrivedTime": clock.time(of: party.arrivedAt),
                "readyAt": party.readyAt?.description ?? "",
                // For the sentence that contains the time of the call.
                "time": party.readyAt.map { clock.time(of: $0) } ?? "",
            ]
        }
    }
}
