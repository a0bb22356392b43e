public import Destinations
import HTTPTypes
import URIText

/// Asks a server of OpenStreetMap's Overpass API for places to eat.
///
/// Source: the Overpass API's documentation of its query language, `around`, `out center`.
public struct OverpassClient: Sendable {
    /// The seconds that the server may take for a query.
    private static let querySeconds = 25
    private static let answerBytesMax = 33_554_432
    /// The pause after a server says that it has too much to do, if it names none.
    private static let busyPauseSeconds = 30

    private let surroundings: OutgoingSurroundings

    public init(_ surroundings: OutgoingSurroundings) { self.surroundings = surroundings }

    /// Returns the server's JSON. It may say that the query was broken off, with status 200.
    ///
    /// - Parameters:
    ///   - kinds: the values of `amenity` that are wanted.
    ///   - address: where the server takes queries.
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
