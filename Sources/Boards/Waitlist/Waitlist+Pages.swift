import BoardKit
import HouseBoard
import Sync

extension Waitlist {
    static let pages = [
        PageDeclaration(
            "host", "The list, for those who keep it", roles: [.host, .owner],
            views: [hostView], facts: [.pin, .origin]),
        PageDeclaration(
            "display", "The list, on a screen in the room",
            roles: [.display, .host, .owner, .engineer], isOpenToAddedRoles: true,
            isOpenedByCode: true, reader: .room, views: [displayView]),
        PageDeclaration(
            "guest", "A party's own place in line", roles: [.guest], reader: .guest,
            views: [guestView],
            advice: "This phone has no ticket yet. Open the address that the host gave you."),
        PageDeclaration(
            nil, in: "join", "The form by which guests join", roles: [], reader: .guest,
            marks: { venue, _ in
                let joining = venue.profile.selfCheckIn
                return ["mode": joining == .off ? "closed" : joining.rawValue]
            }),
    ]

    /// A guest's ticket stays valid after the party has left.
    static let routes = BoardRoute.tickets(of: "party", roles: [.host, .owner]) { id, venue in
        guard let board = venue.board(Waitlist.self), let id = PartyID(id),
            board.ledger[id] != nil
        else { return nil }
        return board.ticket(id.text)
    }
}
