import BoardKit
package import JSON
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
        members.fault(
            in: [
                "name": DishName.self, "phone": PhoneNumber.self, "address": Address.self,
                "notes": LineNotes.self, "person": PersonName.self, "reason": CancelReason.self,
                "table": TableName.self, "station": Station.self, "price": Price.self,
                "vat": VATRate.self, "quantity": ChangedQuantity.self,
                "description": DishDescription.self, "allergens": AllergenList.self,
            ], masked: ["name", "phone"])
    }
}
