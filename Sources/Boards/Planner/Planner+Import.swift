import BoardKit
package import JSON
import Sync

extension Planner: ImportableBoard {
    package var appliedRev: Int { lastRev }

    /// An event may contain several items by id, and a series its changes.
    package func fault(in members: JSON) -> String? {
        members.firstFault(ownFault)
    }

    private func ownFault(in members: JSON) -> String? {
        reservationFault(in: members) ?? fileFault(in: members)
            ?? members.fault(in: [
                "title": StoredText.self, "location": StoredText.self,
                "description": StoredText.self, "color": CalendarColor.self,
                "display": CalendarDisplay.self,
            ])
    }
}

/// A text in an event of the journal. A text from a file may be longer than people can type, and
/// may contain any characters.
struct StoredText: ArgumentValue {
    static let schema = Schema(.text(bytesMax: bytesMax))
    private static let bytesMax = 1 << 18

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text else { throw Reason(.noText) }
        guard text.utf8.count <= Self.bytesMax else {
            throw Reason(.tooLong, ["max": JSON(Self.bytesMax)])
        }
    }
}
