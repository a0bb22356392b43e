import BoardKit
package import JSON

extension Notices: ImportableBoard {
    package var appliedRev: Int { ledger.lastRev }

    package func fault(in members: JSON) -> String? {
        members.has("text", NoticeText.self) ? nil : "its text is none that a notice can have"
    }
}
