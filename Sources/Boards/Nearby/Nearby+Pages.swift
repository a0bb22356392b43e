import BoardKit
import Destinations
import JSON
import Sync

extension Nearby {
    static let pages: [PageDeclaration] = [
        PageDeclaration(
            "nearby", in: "nearby/host", "Places nearby, favourites, and rounds with friends",
            roles: [.host, .owner, .engineer], views: [hostView, settingsView], facts: [.origin],
            imageOrigins: tileOrigins),
        PageDeclaration(
            "nearby/display", "The favourites around here, on a screen in the room",
            roles: [.display, .host, .owner, .engineer], isOpenToAddedRoles: true,
            isOpenedByCode: true, reader: .room, views: [displayView]),
        PageDeclaration(
            "nearby/round", in: "nearby/guest", "A round in a friend's hand", roles: [.guest],
            reader: .guest, views: [roundView], imageOrigins: tileOrigins),
    ]

    static let panels: [PanelDeclaration] = [
        PanelDeclaration(
            on: "guest", script: "/boards/nearby/around/around.js",
            isOffered: { venue in
                venue.uses(boardName) && venue.board(Nearby.self)?.isOpenToGuests == true
            })
    ]

    /// The origin of the map's images.
    private static let tileOrigins: @Sendable (Venue) -> [String] = { venue in
        guard let template = venue.board(Nearby.self)?.boardSettings?["tileUrl"]?.text else {
            return []
        }
        return [TileAddress.image(of: template)].compactMap { $0?.origin }
    }
}
