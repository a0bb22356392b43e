import JSON
import Sync

/// The numbers of the orders to take away in the HTML of the pick-up page, so that a television
/// shows them without scripts.
struct PickupRows {
    private struct Row {
        var key: String
        var number: Int
        var at: Instant
        var isReady: Bool
    }

    /// The longest in preparation first.
    private let preparing: [Row]
    /// The newest first.
    private let ready: [Row]

    init(_ venue: Venue) {
        let tabs = venue.document(of: Orders.displayView)?["tabs"]?.members ?? [:]
        let rows = tabs.compactMap { Self.row($0.key, $0.value) }
        preparing = rows.filter { !$0.isReady }.sorted { ($0.at, $0.number) < ($1.at, $1.number) }
        ready = rows.filter(\.isReady).sorted { ($1.at, $0.number) < ($0.at, $1.number) }
    }

    private static func row(_ key: String, _ tab: JSON) -> Row? {
        guard let number = tab["number"]?.integer, let at = tab["at"]?.instant else { return nil }
        return Row(key: key, number: number, at: at, isReady: tab["status"] == "ready")
    }

    /// The content of the page's places.
    var places: [String: PagePlace] {
        let classes = [
            preparing.isEmpty ? "has-none-preparing" : nil, ready.isEmpty ? "has-none-ready" : nil,
        ]
        return [
            "preparingRows": Self.place(preparing), "readyRows": Self.place(ready),
            "pickupClass": .text(classes.compactMap(\.self).joined(separator: " ")),
        ]
    }

    private static func place(_ rows: [Row]) -> PagePlace {
        .rows(of: "number-row", rows.map { ["key": $0.key, "number": "\($0.number)"] })
    }
}
