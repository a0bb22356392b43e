public import JSON

extension Waitlist: ImportableBoard {
    public var appliedRev: Int { ledger.lastRev }

    public func fault(in data: JSON) -> String? {
        // What was taken back is told with the party as it is now.
        if let party = data["party"], party.members != nil, let fault = fault(in: party) {
            return fault
        }
        let checks = [
            ("name", data.has("name", PartyName.self)), ("size", data.has("size", PartySize.self)),
            ("phone", data.has("phone", PhoneNumber.self)),
            ("notes", data.has("notes", PartyNotes.self)),
            ("tags", data.has("tags", PartyTags.self)),
            ("table", data.has("table", TableName.self)),
        ]
        return checks.first { !$0.1 }.map { "its \($0.0) is none that a party can have" }
    }
}
