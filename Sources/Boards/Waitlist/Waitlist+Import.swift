import BoardKit
package import JSON
import Sync

extension Waitlist: ImportableBoard {
    package var appliedRev: Int { ledger.lastRev }

    package func fault(in members: JSON) -> String? {
        let checks = [
            ("name", members.has("name", PartyName.self)),
            ("size", members.has("size", PartySize.self)),
            // A masked number is legal; the import decides what to do with it.
            ("phone", members["phone"] == .mask || members.has("phone", PhoneNumber.self)),
            ("notes", members.has("notes", PartyNotes.self)),
            ("tags", members.has("tags", PartyTags.self)),
            ("table", members.has("table", TableName.self)),
        ]
        return checks.first { !$0.1 }.map { "its \($0.0) is none that a party can have" }
    }
}
