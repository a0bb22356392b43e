import BoardKit
package import JSON
import Sync
import WaitlistBoard

extension Nearby: ImportableBoard {
    package var appliedRev: Int { lastRev }

    /// Also checks the items in the event of an undo, which contains them by their ids.
    package func fault(in members: JSON) -> String? {
        members.firstFault(ownFault)
    }

    private func ownFault(in members: JSON) -> String? {
        members.fault(in: [
            "name": CopiedText.self, "who": NearbyName.self, "address": CopiedText.self,
            "url": PlaceLink.self, "lat": Latitude.self, "lon": Longitude.self,
            "rating": Rating.self, "notes": NearbyNotes.self, "tags": PartyTags.self,
            "on": VisitDate.self, "title": NearbyName.self, "coming": Coming.self,
            "feed": FeedName.self, "kind": KnownKind.self,
        ])
    }
}

/// A mask, or a text copied from a source, which may be longer than a typed one.
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
