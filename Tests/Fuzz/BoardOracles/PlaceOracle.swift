import BoardKit
import JSON
import NearbyBoard
import ShippedBoards
import Sync

/// Files of places, from Overpass and from imports. Every accepted file can be read again, searched
/// and drawn.
public enum PlaceOracle {
    private static let registry = BoardRegistry(
        BoardRegistry.shipped.modules.filter { $0.declaration.name == "nearby" })
    private static let now = Instant(milliseconds: 1_795_197_845_123)
    private static let positions = ["1,2", "90,180", "-90,-180"]

    public static func check(_ input: [UInt8]) {
        let record = VenueRecord(
            slug: "main", epoch: "fuzz", name: "Fuzz", timeZone: "Europe/Rome", settings: [:],
            createdAt: now,
            ticketKey: [1])
        var venue = Venue(
            record: record, boards: registry.boards(for: record),
            dependencies: VenueDependencies(recall: { _ in nil }, digest: { $0 }))
        let report = PlaceImporter(feed: "main").run(input, into: &venue, at: now)
        guard report.failures.isEmpty else {
            precondition(
                !report.failures.contains("The file has too much in it"),
                "what was written can't be read")
            return
        }
        for position in positions {
            ask("base", ["radius": "40000", "at": position], venue)
            for sort in ["distance", "name"] {
                let query = ["radius": "40000", "at": position, "open": "1", "sort": sort]
                ask("places", query, venue)
            }
        }
    }

    private static func ask(_ path: String, _ query: [String: String], _ venue: Venue) {
        let request = BoardRoute.Request(
            query: query, content: [], principal: Principal(role: .host, device: "d_1"), at: now)
        let routes = registry.address(of: "nearby", at: [path])?.routes ?? []
        guard var outcome = routes.first(where: { $0.method == .get })?.outcome(request, venue)
        else { preconditionFailure("no route \(path)") }
        while true {
            switch outcome {
            case .work(let work), .computation(let work): outcome = work()(venue)
            case .answer(let answer):
                return precondition(answer.status == 200, "\(path): \(answer.text)")
            default: preconditionFailure("\(path) has no answer")
            }
        }
    }
}
