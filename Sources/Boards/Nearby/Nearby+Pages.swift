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
            isOpenedByCode: true, reader: .room, views: [displayView],
            fill: { venue, _, _ in
                venue.board(Nearby.self).map { $0.favouritePlaces } ?? [:]
            }),
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

    /// Where the images of maps come from.
    private static let tileOrigins: @Sendable (Venue) -> [String] = { venue in
        guard let template = venue.board(Nearby.self)?.boardSettings?["tileUrl"]?.text else {
            return []
        }
        return [TileAddress.image(of: template)].compactMap { $0?.origin }
    }

    /// The favourites in the HTML of the television's page, so that it shows them without scripts: the
    /// nearest first, as many as one page has.
    private var favouritePlaces: [String: PagePlace] {
        let here = position
        var rows: [(metres: Double?, values: [String: String])] = []
        for id in favouriteIDs {
            guard let details = favourites[id]?.details, let name = details.name else { continue }
            let metres = here.flatMap { here in details.position.map { here.metres(to: $0) } }
            let values = [
                "name": name, "about": details.address ?? "",
                "minutes": metres.map { "\(Coordinates.walk(metres: $0))" } ?? "",
                "walkClass": metres == nil ? "is-unknown" : "",
            ]
            rows.append((metres, values))
        }
        let nearest = rows.sorted { one, other in
            let (near, far) = (one.metres ?? .infinity, other.metres ?? .infinity)
            return (near, one.values["name"] ?? "") < (far, other.values["name"] ?? "")
        }
        let layout = rows.isEmpty ? "is-empty" : rows.count > 4 ? "" : "has-few"
        return [
            "nearbyRows": .rows(of: "nearby-row", nearest.prefix(8).map(\.values)),
            "nearbyClass": .text(layout),
        ]
    }
}
