public import Destinations
import Foundation
import HTTPTypes
import JSON
import PeerNumbers
public import PlaceValues

/// A client of Yelp Fusion v3, without a cache.
///
/// Source: the documentation of Yelp Fusion, *Business Search*, *Business Details*, *Rate
/// Limiting*.
public struct YelpClient: Sendable {
    private static let pageSize = 50
    /// The maximum number of results of a search.
    private static let foundMax = 240
    /// The pause after a 401, because a wrong key stays wrong until the owner enters another one.
    private static let wrongKeySeconds = 30 * 86_400
    private static let answerBytesMax = 4_194_304

    private let surroundings: OutgoingSurroundings
    private let address: String
    private let key: String
    private let allowsPrivate: Bool

    /// - Parameters:
    ///   - address: the base URL, such as `https://api.yelp.com/v3`.
    ///   - key: the owner's API key.
    public init(
        _ surroundings: OutgoingSurroundings, at address: String, key: String, allowsPrivate: Bool
    ) {
        self.surroundings = surroundings
        self.address = address
        self.key = key
        self.allowsPrivate = allowsPrivate
    }

    /// Returns the places around a position, nearest first, except those closed for good.
    public func places(
        in area: SourceArea, categories: [String]
    ) throws(SourceTrouble) -> [YelpPlace] {
        var found: [YelpPlace] = []
        var known: Set<String> = []
        var total = Self.foundMax
        var offset = 0
        while offset < total {
            let limit = min(Self.pageSize, Self.foundMax - offset)
            let target =
                "/businesses/search?latitude=\(area.latitude)&longitude=\(area.longitude)"
                + "&radius=\(min(area.radius, 40_000))"
                + "&categories=\(categories.joined(separator: ","))&sort_by=distance"
                + "&limit=\(limit)&offset=\(offset)"
            let (status, json) = try ask(target)
            // Yelp has no places in this region.
            if json["error"]?["code"]?.text == "LOCATION_NOT_FOUND" { return found }
            guard status == 200, let page = json["businesses"]?.elements else {
                throw SourceTrouble(status == 200 ? .notWhole : .answered(status))
            }
            for place in page.compactMap({ YelpPlace($0) })
            where !place.isClosedForGood && known.insert(place.id).inserted {
                found.append(place)
            }
            guard !page.isEmpty else { break }
            total = Untrusted(json["total"]?.integer ?? 0).clamped(to: 0...Self.foundMax)
            // A page may be shorter than requested.
            offset += page.count
        }
        return found
    }

    /// Returns a business, following a move to another id, or `nil` if Yelp no longer has it.
    public func place(_ id: String) throws(SourceTrouble) -> YelpPlace? {
        try place(id, followsMove: true)
    }

    private func place(_ id: String, followsMove: Bool) throws(SourceTrouble) -> YelpPlace? {
        let (status, json) = try ask("/businesses/\(id)")
        switch status {
        case 200:
            guard let place = YelpPlace(json) else { throw SourceTrouble(.notWhole) }
            return place
        case 301:
            guard followsMove, let moved = json["error"]?["new_business_id"]?.text,
                YelpPlace.isID(moved)
            else { return nil }
            return try place(moved, followsMove: false)
        case 403, 404: return nil
        default: throw SourceTrouble(.answered(status))
        }
    }

    private func ask(_ target: String) throws(SourceTrouble) -> (status: Int, json: JSON) {
        let server = try SourceServer(
            address, surroundings, allowsPrivate: allowsPrivate,
            answerBytesMax: Self.answerBytesMax)
        let answer = try server.send(.get, target, fields: [.authorization: "Bearer \(key)"])
        let json = try? JSON(parsing: answer.body)
        switch answer.status {
        case 401: throw SourceTrouble(.answered(401), secondsMin: Self.wrongKeySeconds)
        case 429: throw limit(answer, json)
        case 500...: throw SourceTrouble(.answered(answer.status), secondsMin: answer.pauseSeconds)
        default:
            guard answer.isWhole, let json else { throw SourceTrouble(.notWhole) }
            return (answer.status, json)
        }
    }

    /// Converts a 429. A daily limit lasts until the given time, a limit per second two seconds.
    private func limit(_ answer: OutgoingAnswer, _ json: JSON?) -> SourceTrouble {
        guard json?["error"]?["code"]?.text == "ACCESS_LIMIT_REACHED" else {
            return SourceTrouble(.answered(429), secondsMin: answer.pauseSeconds ?? 2)
        }
        let reset = answer.fields[.rateLimitReset].flatMap {
            try? Date($0, strategy: .iso8601)
        }
        let left = reset.map { $0.timeIntervalSince1970 - Double(surroundings.now()) } ?? 3_600
        return SourceTrouble(.quota, secondsMin: Int(min(max(60, left), 86_400)))
    }
}

extension HTTPField.Name {
    fileprivate static let rateLimitReset = HTTPField.Name("RateLimit-ResetTime")!
}
