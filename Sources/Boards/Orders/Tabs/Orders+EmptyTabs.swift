import BoardKit
import JSON
package import Sync

/// Ends takeaway and delivery tabs that have nothing on them. Tabs of tables stay, because somebody
/// sits there.
extension Orders {
    static let emptyMilliseconds: Int64 = 1_800_000

    package func nextDue() -> Instant? {
        emptySince.values.min()?.adding(milliseconds: Self.emptyMilliseconds)
    }

    package func decideDue(at moment: Moment) -> Decision? {
        guard
            let (id, since) = emptySince.min(by: {
                ($0.value, $0.key.rev) < ($1.value, $1.key.rev)
            }), since.adding(milliseconds: Self.emptyMilliseconds) <= moment.now,
            let tab = tabs[id]
        else { return nil }
        return Self.decision(
            .cancelled, of: id.text, ["tab": .string(id.text), "number": JSON(tab.number)])
    }

    mutating func noteWhetherEmpty(_ id: TabID, _ picture: TabPicture?, at now: Instant) {
        let isEmpty = picture.map { picture in
            picture.tab.status == .open && picture.tab.kind != .table
                && picture.lines.isEmpty && picture.tab.payments.isEmpty
        }
        emptySince[id] = isEmpty == true ? emptySince[id] ?? now : nil
    }
}
