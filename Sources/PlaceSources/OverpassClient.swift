public import Destinations
import HTTPTypes
public import PlaceValues
import URIText

/// Queries a server of OpenStreetMap's Overpass API for places to eat.
///
/// Source: the documentation of the Overpass query language, `around` and `out center`.
public struct OverpassClient: Sendable {
    /// The server's time limit for a query, in seconds.
    private static let querySeconds = 25
    private static let answerBytesMax = 33_554_432
    /// The pause after an overloaded server that sends no `Retry-After`.
    private static let busyPauseSeconds = 30

    private let surroundings: OutgoingSurroundings

    public init(_ surroundings: OutgoingSurroundings) { self.surroundings = surroundings }

    /// Returns the server's JSON, which may report an aborted query with status 200.
    ///
    /// - Parameters:
    ///   - kinds: the wanted values of `amenity`.
    ///   - address: the URL for queries.
    public func places(
        in area: SourceArea, kinds: [String], at address: String, allowsPrivate: Bool
    ) throws(SourceTrouble) -> [UInt8] {
        let server = try SourceServer(
            address, surroundings, allowsPrivate: allowsPrivate,
            answerBytesMax: Self.answerBytesMax)
        let form = "data=" + PercentCoding.encode(Self.query(area, kinds))
        let answer = try server.send(
            .post, fields: [.contentType: "application/x-www-form-urlencoded"],
            body: Array(form.utf8))
        switch answer.status {
        case 200:
            guard answer.isWhole else { throw SourceTrouble(.notWhole) }
            return answer.body
        case 429, 503, 504:
            throw SourceTrouble(
                .answered(answer.status), secondsMin: answer.pauseSeconds ?? Self.busyPauseSeconds)
        default: throw SourceTrouble(.answered(answer.status), secondsMin: answer.pauseSeconds)
        }
    }

    private static func query(_ area: SourceArea, _ kinds: [String]) -> String {
        let circle = "around:\(area.radius),\(area.latitude),\(area.longitude)"
        return """
            [out:json][timeout:\(querySeconds)];
            nwr(\(circle))[amenity~"^(\(kinds.joined(separator: "|")))$"];
            out center tags;
            """
    }
}
