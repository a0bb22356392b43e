public import JSON

extension Notices: ImportableBoard {
    public var appliedRev: Int { ledger.lastRev }

    public func fault(in members: JSON) -> String? {
        members.has("text", NoticeText.self) ? nil : "its text is none that a notice can have"
    }
}
