import BoardKit
package import JSON
import Sync
import WaitlistBoard

extension Orders: ImportableBoard {
    package var appliedRev: Int { lastRev }

    package func fault(in members: JSON) -> String? {
        switch members {
        case .object(let values):
            if let fault = ownFault(in: members) { return fault }
            return values.values.lazy.compactMap { fault(in: $0) }.first
        case .array(let elements): return elements.lazy.compactMap { fault(in: $0) }.first
        default: return nil
        }
    }

    private func ownFault(in members: JSON) -> String? {
        let checks = [
            ("name", members["name"] == .mask || members.has("name", DishName.self)),
            ("phone", members["phone"] == .mask || members.has("phone", PhoneNumber.self)),
            ("address", members.has("address", Address.self)),
            ("notes", members.has("notes", LineNotes.self)),
            ("person", members.has("person", PersonName.self)),
            ("reason", members.has("reason", CancelReason.self)),
            ("table", members.has("table", TableName.self)),
            ("station", members.has("station", Station.self)),
            ("price", members.has("price", Price.self)),
            ("vat", members.has("vat", VATRate.self)),
            ("quantity", members.has("quantity", ChangedQuantity.self)),
            ("description", members.has("description", DishDescription.self)),
            ("allergens", members.has("allergens", AllergenList.self)),
        ]
        return checks.first { !$0.1 }.map { "its \($0.0) is invalid" }
    }
}
