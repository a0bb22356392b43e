import Boards
import Sync

/// A guest's ticket: venue, party, and a code of 144 bits that only the venue's key can make. It is
/// derived, so that it is stored nowhere and a repeated answer has it again.
///
/// The venue's join link is a ticket too: what stands in the party's place is the link's id.
struct Ticket {
    /// The party's id, or the join link's.
    private let subject: String

    static func mint(_ subject: String, venue: String, key: [UInt8]) -> String {
        "\(venue).\(subject).\(code(of: subject, venue: venue, key: key))"
    }

    /// Reads a ticket of the venue, and checks its code with the venue's key.
    init?(_ text: String, of venue: VenueRecord) {
        let parts = Self.parts(text)
        guard parts.count == 3, parts[0] == venue.slug else { return nil }
        let code = Self.code(of: parts[1], venue: venue.slug, key: venue.ticketKey)
        guard Digests.areEqual(Array(code.utf8), Array(parts[2].utf8)) else { return nil }
        subject = parts[1]
    }

    /// Whether it is a join link that is still good, the house decides.
    var principal: Principal {
        let isJoinLink = House.isJoinLink(subject)
        return Principal(role: .guest, device: subject, party: isJoinLink ? nil : subject)
    }

    /// The slug of the venue that a ticket names, be it good or not.
    static func venue(of text: String) -> String? { parts(text).first }

    private static func parts(_ text: String) -> [String] {
        text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// Whether a secret has the form of a ticket; device tokens have no full stop.
    static func isTicket(_ secret: String) -> Bool { secret.contains(".") }

    private static func code(of subject: String, venue: String, key: [UInt8]) -> String {
        DerivedSecret.text(for: "tablecast ticket/\(venue)/\(subject)", key: key)
    }
}
