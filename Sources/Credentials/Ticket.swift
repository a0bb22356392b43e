package import Sync

/// A guest's ticket: venue, subject, and a code of 144 bits that is derived from the venue's key.
/// It is not stored, and a repeated answer contains the same ticket.
///
/// A ticket names the board of its subject: `main.orders.t_8x.<code>`. Tickets of the waiting list,
/// and the venue's join link, which is a ticket too, do not: `main.p_8x.<code>`.
package struct Ticket {
    /// The guest, or the holder of a join link. The house decides whether a join link is still
    /// valid.
    package let principal: Principal

    /// The board of tickets that name no board, which were made when only this board had tickets.
    private static let unnamedBoard = "waitlist"

    package static func mint(_ subject: Subject, venue: String, key: [UInt8]) -> String {
        if subject.board == unnamedBoard {
            return mint(withoutBoard: subject.id, venue: venue, key: key)
        }
        let name = "\(venue)/\(subject.board)/\(subject.id)"
        let code = DerivedSecret.text(for: "tablecast guest/\(name)", key: key)
        return "\(venue).\(subject.board).\(subject.id).\(code)"
    }

    /// - Parameter id: the join link's id.
    package static func mint(joinLink id: String, venue: String, key: [UInt8]) -> String {
        mint(withoutBoard: id, venue: venue, key: key)
    }

    private static func mint(withoutBoard id: String, venue: String, key: [UInt8]) -> String {
        let code = DerivedSecret.text(for: "tablecast ticket/\(venue)/\(id)", key: key)
        return "\(venue).\(id).\(code)"
    }

    /// Parses a ticket of the venue, and checks its code with the venue's key.
    package init?(_ text: String, of venue: VenueRecord) {
        let parts = Self.parts(text)
        let principal: Principal
        switch parts.count {
        case 3 where parts[1].hasPrefix(Actor.joinLinkPrefix):
            principal = Principal(joinLink: parts[1])
        case 3:
            principal = Principal(
                guestOf: Subject(board: Self.unnamedBoard, id: parts[1]))
        case 4: principal = Principal(guestOf: Subject(board: parts[1], id: parts[2]))
        default: return nil
        }
        let good =
            principal.subject.map { Self.mint($0, venue: venue.slug, key: venue.ticketKey) }
            ?? Self.mint(joinLink: principal.device, venue: venue.slug, key: venue.ticketKey)
        guard Digests.areEqual(Array(good.utf8), Array(text.utf8)) else { return nil }
        self.principal = principal
    }

    /// The slug of the venue that a ticket names, whether or not the ticket is valid.
    package static func venue(of text: String) -> String? { parts(text).first }

    private static func parts(_ text: String) -> [String] {
        text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// Whether a secret has the form of a ticket; device tokens have no full stop.
    package static func isTicket(_ secret: String) -> Bool {
        secret.utf8.contains(UInt8(ascii: "."))
    }

    /// The length of a code.
    private static let codeCharacterCount = 24

    /// Whether a text may contain a ticket, valid or not, alone or in an address.
    package static func mayStand(in text: String) -> Bool {
        let pieces = text.utf8.split { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."):
                false
            default: true
            }
        }
        return pieces.contains { piece in
            let parts = piece.split(separator: UInt8(ascii: "."))
            return parts.count >= 3 && parts.contains { $0.count >= codeCharacterCount }
        }
    }
}
