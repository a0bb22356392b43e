import BoardKit
import PeerText
package import Sync

/// A party in the form of the first system, RestaurantQueue.
package struct LegacyReservation: Sendable, Equatable {
    /// The revision of the event that added the party.
    package var id: Int
    package var name: String
    package var size: Int
    package var arrivedAt: Instant
    package var isReady: Bool

    package init(id: Int, name: String, size: Int, arrivedAt: Instant, isReady: Bool) {
        self.id = id
        self.name = name
        self.size = size
        self.arrivedAt = arrivedAt
        self.isReady = isReady
    }

    /// The reservation as a line of the old list, with its line feed: `id:1462046494, name:James,
    /// size:2, time:2016-04-30 20:01:34 +0000, isReady:false`.
    package var line: String {
        "id:\(id), name:\(Self.legible(name)), size:\(size), time:\(Self.time(arrivedAt)), "
            + "isReady:\(isReady)\n"
    }

    /// Replaces the delimiters of old clients: commas, colons, line breaks and `time`.
    private static func legible(_ name: String) -> String {
        var legible = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar {
            case ",", ":", "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}":
                legible.append(" ")
            default: legible.append(scalar)
            }
        }
        // Old clients compare bytes, so an `e` with a combining mark is an `e` to them.
        var bytes = Array(String(legible).utf8)
        let time = Array("time".utf8)
        for start in bytes.indices where bytes[start...].starts(with: time) {
            bytes[start] = UInt8(ascii: "T")
        }
        return String(ofPeer: bytes)
    }

    /// Returns the time in UTC: `2016-04-30 20:01:34 +0000`.
    private static func time(_ instant: Instant) -> String {
        let text = instant.description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) +0000"
    }
}

extension Waitlist {
    /// The waiting and the ready parties, in order.
    package func legacyReservations() -> [LegacyReservation] {
        places.compactMap { place in
            guard let party = ledger[place.id], party.status.isDisplayed else { return nil }
            return LegacyReservation(
                id: place.id.rev, name: party.name, size: party.size,
                arrivedAt: party.arrivedAt, isReady: party.status == .ready)
        }
    }

    /// Returns the id of the party with this number in the first system, even if the party has
    /// left; `nil` if there was no such party.
    package func party(legacyID: Int) -> String? {
        guard legacyID > 0, case let id = PartyID(rev: legacyID), ledger[id] != nil else {
            return nil
        }
        return id.text
    }
}
