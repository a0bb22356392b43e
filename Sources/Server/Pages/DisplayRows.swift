import Foundation
import JSON
import Sync

/// The display's list as HTML, so that a television shows it with its scripts off too.
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
    private let notices: [JSON]
    private let template: Template
    private let now: Instant
    private let clock: VenueClock

    init(_ venue: Venue, template: Template, now: Instant, timeZone: String) {
        let parties = (venue.document(of: "waitlist/display")?["parties"]?.members ?? [:])
            .compactMap { Self.party($0.key, $0.value) }
        ready = parties.filter(\.isReady).sorted { ($1.readyAt ?? now) < ($0.readyAt ?? now) }
        waiting = parties.filter { !$0.isReady }.sorted { $0.rank < $1.rank }
        notices = (venue.document(of: "notice/display")?["notices"]?.members ?? [:])
            .sorted { $0.key < $1.key }.map(\.value)
        self.template = template
        self.now = now
        clock = VenueClock(timeZone: timeZone)
    }

    private static func party(_ key: String, _ row: JSON) -> Party? {
        guard let rank = row["rank"]?.text, let label = row["label"]?.text,
            let size = row["size"]?.integer,
            let arrivedAt = row["arrivedAt"]?.text.flatMap({ Instant($0) })
        else { return nil }
        return Party(
            key: key, rank: rank, label: label, size: size,
            isReady: row["status"]?.text == "ready", arrivedAt: arrivedAt,
            readyAt: row["readyAt"]?.text.flatMap { Instant($0) })
    }

    /// What fills the places of the display's page.
    var values: [String: String] {
        let wait = longestWait
        return [
            "readyRows": rows("ready-row", ready),
            "waitingRows": rows("waiting-row", waiting),
            "readyCount": "\(ready.count)",
            "waitingCount": "\(waiting.count)",
            "longestWait": wait?.figure ?? "",
            "waitUnit": wait?.unit ?? "",
            "waitClass": wait == nil ? "is-unknown" : "",
            "notices": noticeRows,
            // For the sentence that says as of when.
            "time": clock.time(of: now),
            "emptyClass": ready.isEmpty && waiting.isEmpty ? "is-empty" : "",
        ]
    }

    /// The longest wait of those who wait now, in whole minutes, or in days where a list has been
    /// left behind or taken over from long ago. `nil` before it is a minute. The units are rows of
    /// the template.
    private var longestWait: (figure: String, unit: String)? {
        let longest = waiting.map { now.milliseconds(since: $0.arrivedAt) }.max() ?? 0
        let minutes = longest / 60_000
        guard minutes > 0 else { return nil }
        guard minutes >= 2 * 1_440 else { return ("\(minutes)", unit("minutes")) }
        return ("\(minutes / 1_440)", unit("days"))
    }

    private func unit(_ id: String) -> String {
        String(decoding: template.row(id)?.filled([:]) ?? [], as: UTF8.self)
    }

    private func rows(_ id: String, _ parties: [Party]) -> String {
        guard let row = template.row(id) else { return "" }
        var html: [UInt8] = []
        for (index, party) in parties.enumerated() {
            html += row.filled([
                "place": "\(index + 1)",
                "key": Template.escaped(party.key),
                "label": Template.escaped(party.label),
                "size": "\(party.size)",
                "status": party.isReady ? "ready" : "waiting",
                "arrivedAt": party.arrivedAt.description,
                "arrivedTime": clock.time(of: party.arrivedAt),
                "readyAt": party.readyAt?.description ?? "",
                // For the sentence that says when it was called.
                "time": party.readyAt.map { clock.time(of: $0) } ?? "",
            ])
        }
        return String(decoding: html, as: UTF8.self)
    }

    private var noticeRows: String {
        guard let row = template.row("notice-row") else { return "" }
        var html: [UInt8] = []
        for notice in notices {
            html += row.filled([
                "text": Template.escaped(notice["text"]?.text ?? ""),
                "level": notice["level"]?.text == "urgent" ? "urgent" : "info",
            ])
        }
        return String(decoding: html, as: UTF8.self)
    }
}
