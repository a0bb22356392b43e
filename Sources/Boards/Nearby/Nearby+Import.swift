import BoardKit
package import JSON
import Sync
import WaitlistBoard

extension Nearby: ImportableBoard {
    package var appliedRev: Int { lastRev }

    /// The event of an undo contains several things by their ids.
    package func fault(in members: JSON) -> String? {
        if let fault = ownFault(in: members) { return fault }
        return (members.members ?? [:]).values.lazy.filter { $0.members != nil }
            .compactMap { fault(in: $0) }.first
    }

    private func ownFault(in members: JSON) -> String? {
        let checks = [
            ("name", members.has("name", CopiedText.self)),
            ("who", members.has("who", NearbyName.self)),
            ("address", members.has("address", CopiedText.self)),
            ("url", members.has("url", PlaceLink.self)),
            ("lat", members.has("lat", Latitude.self)),
            ("lon", members.has("lon", Longitude.self)),
            ("rating", members.has("rating", Rating.self)),
            ("notes", members.has("notes", NearbyNotes.self)),
            ("tags", members.has("tags", PartyTags.self)),
            ("on", members.has("on", VisitDate.self)),
            ("title", members.has("title", NearbyName.self)),
            ("coming", members.has("coming", Coming.self)),
            ("feed", members.has("feed", FeedName.self)),
            ("kind", members.has("kind", KnownKind.self)),
        ]
        return checks.first { !$0.1 }.map { "its \($0.0) is invalid" }
    }
}

/// A text as it was copied from a source, which may be longer than what people type, or a mask.
private struct CopiedText: ArgumentValue {
    static let schema = Schema(.text(bytesMax: bytesMax))
    private static let bytesMax = 8_000

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text else { throw Reason(.noText) }
        guard text.utf8.count <= Self.bytesMax else {
            throw Reason(.tooLong, ["max": JSON(Self.bytesMax)])
        }
    }
}

/// The kind of a place, or of a feed.
private struct KnownKind: ArgumentValue {
    static let schema = Schema(
        .choice(PlaceKind.allCases.map(\.rawValue) + FeedKind.allCases.map(\.rawValue)))

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text,
            PlaceKind(rawValue: text) != nil || FeedKind(rawValue: text) != nil
        else { throw Reason(.noChoice, ["choices": PlaceKind.choices]) }
    }
}
