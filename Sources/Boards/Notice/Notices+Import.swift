public import JSON

extension Notices: ImportableBoard {
    public var appliedRev: Int { ledger.lastRev }

    public func fault(in data: JSON) -> String? {
        if let notice = data["notice"], notice.members != nil, let fault = fault(in: notice) {
            return fault
        }
        return data.has("text", NoticeText.self) ? nil : "its text is none that a notice can have"
    }
}
