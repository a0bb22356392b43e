import BoardKit
package import JSON
package import Sync

extension Nearby {
    static let settings = [
        SettingDeclaration("lat", Latitude.self, "The latitude of the house"),
        SettingDeclaration("lon", Longitude.self, "The longitude of the house"),
        SettingDeclaration(
            "radius", SearchRadius.self, "How far one looks for places, in metres",
            defaultValue: JSON(usualRadius)),
        SettingDeclaration(
            "units", DistanceUnits.self, "The units of distances",
            defaultValue: .string(DistanceUnits.auto.rawValue)),
        SettingDeclaration(
            "source", PlaceSourceName.self, "Where places come from",
            defaultValue: .string(PlaceSourceName.file.rawValue)),
        SettingDeclaration(
            "overpassUrl", PlaceLink.self, "The address of an Overpass server"),
        SettingDeclaration(
            "yelpUrl", PlaceLink.self, "The address of Yelp's interface",
            defaultValue: "https://api.yelp.com/v3"),
        SettingDeclaration(
            "yelpKey", SourceKey.self, "The owner's key for Yelp", isSecret: true),
        SettingDeclaration(
            "tileUrl", TileAddress.self, "The address of the images of a map, with {z}, {x} and {y}"
        ),
        SettingDeclaration(
            "tileAttribution", TileAttribution.self, "Whom to name beside these images"),
        SettingDeclaration(
            "guests", Switch.self, "Whether guests see places nearby while they wait",
            defaultValue: false),
        SettingDeclaration(
            "allowPrivate", Switch.self, "Whether sources may be in private networks",
            defaultValue: false),
    ]

    /// Two miles, in metres.
    private static let usualRadius = 3_219

    /// The position of the house; `nil` until it is set.
    var position: Coordinates? { Coordinates(boardSettings?["lat"], boardSettings?["lon"]) }

    var radius: Int { boardSettings?["radius"]?.integer ?? Self.usualRadius }

    var sourceName: PlaceSourceName {
        boardSettings?["source"]?.text.flatMap(PlaceSourceName.init(rawValue:)) ?? .file
    }

    /// Whether guests may see the house's places.
    var isOpenToGuests: Bool { boardSettings?["guests"]?.flag ?? false }

    /// The venue's part of the documents, which pages need to draw a map.
    var venueMember: JSON {
        JSON(present: [
            "name": .string(house.name), "timeZone": .string(house.timeZone),
            "units": boardSettings?["units"], "lat": boardSettings?["lat"],
            "lon": boardSettings?["lon"], "tileUrl": boardSettings?["tileUrl"],
            "tileAttribution": boardSettings?["tileAttribution"],
        ])
    }

    /// Rejects a latitude without a longitude, and the reverse.
    package func judge(
        _ mutation: Mutation, _ decision: Decision, by principal: Principal, at moment: Moment,
        among boards: BoardStates
    ) throws(Rejection) -> [String: JSON] {
        let missing = ["lat", "lon"].filter { name in
            (decision.data[name] ?? boardSettings?[name] ?? .null).isNull
        }
        guard missing.count != 1 else {
            throw Rejection(
                .invalid, problems: missing.map { Problem(field: $0, Reason(.required)) })
        }
        return [:]
    }
}
