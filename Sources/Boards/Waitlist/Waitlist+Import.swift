public import JSON

extension Waitlist: ImportableBoard {
    private var mask: JSON { masked(["phone": ""])["phone"] ?? .null }

    public var appliedRev: Int { ledger.lastRev }

    public func fault(in members: JSON) -> String? {
        let checks = [
            ("name", members.has("name", PartyName.self)),
            ("size", members.has("size", PartySize.self)),
            // Masked, it is whoever imports it that decides.
            ("phone", members["phone"] == mask || members.has("phone", PhoneNumber.self)),
            ("notes", members.has("notes", PartyNotes.self)),
            ("tags", members.has("tags", PartyTags.self)),
            ("table", members.has("table", TableName.self)),
        ]
        return checks.first { !$0.1 }.map { "its \($0.0) is none that a party can have" }
    }
}
