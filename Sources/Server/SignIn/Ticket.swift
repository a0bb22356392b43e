import Sync

/// A guest's ticket: venue, party, and a code of 144 bits that only the venue's key can make. It is
/// derived, so that it is stored nowhere and a repeated answer has it again.
struct Ticket {
    var party: String

    static func mint(party: String, venue: String, key: [UInt8]) -> String {
        "\(venue).\(party).\(code(party: party, venue: venue, key: key))"
    }

    /// Reads a ticket of the venue, and checks its code with the venue's key.
    init?(_ text: String, of venue: VenueRecord) {
        let parts = Self.parts(text)
        guard parts.count == 3, parts[0] == venue.slug else { return nil }
        let code = Self.code(party: parts[1], venue: venue.slug, key: venue.ticketKey)
        guard Digests.areEqual(Array(code.utf8), Array(parts[2].utf8)) else { return nil }
        party = parts[1]
    }

    /// The slug of the venue that a ticket names, be it good or not.
    static func venue(of text: String) -> String? { parts(text).first }

    private static func parts(_ text: String) -> [String] {
        text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// Whether a secret has the form of a ticket; device tokens have no full stop.
    static func isTicket(_ secret: String) -> Bool { secret.contains(".") }

    private static func code(party: String, venue: String, key: [UInt8]) -> String {
        DerivedSecret.text(for: "tablecast ticket/\(venue)/\(party)", key: key)
    }
}
