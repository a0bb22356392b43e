import BoardKit
package import JSON
package import Sync

extension Orders {
    static let settings = [
        SettingDeclaration(
            "currency", Currency.self, "The currency of all amounts (ISO 4217)",
            defaultValue: .string(Currency.euro.code)),
        SettingDeclaration(
            "vat", VATRate.self, "The usual value added tax in hundredths of a percent",
            defaultValue: 1000),
        SettingDeclaration(
            "guestOrders", GuestOrders.self, "What guests may do by themselves",
            defaultValue: .string(GuestOrders.place.rawValue)),
        SettingDeclaration(
            "onlineOrders", Switch.self,
            "Whether one may order a takeaway or a delivery with the join link",
            defaultValue: false),
        SettingDeclaration(
            "preorder", Switch.self, "Whether guests on the waiting list may order ahead",
            defaultValue: false),
        SettingDeclaration(
            "deliveryFee", Price.self, "In the currency's smallest unit", defaultValue: 0),
        SettingDeclaration(
            "targetMinutes", TargetMinutes.self, "After how many minutes a round is due",
            defaultValue: JSON(usualTargetMinutes)),
        SettingDeclaration(
            "keepDays", KeepDays.self, "For how many days tabs that left are shown",
            defaultValue: JSON(usualKeepDays)),
    ]

    private static let usualTargetMinutes = 15
    private static let usualKeepDays = 35

    var currency: Currency {
        boardSettings?["currency"]?.text.flatMap(Currency.init(code:)) ?? .euro
    }

    var usualVAT: Int { boardSettings?["vat"]?.integer ?? 0 }

    var guestOrders: GuestOrders {
        boardSettings?["guestOrders"]?.text.flatMap(GuestOrders.init(rawValue:)) ?? .place
    }

    var deliveryFee: Int { boardSettings?["deliveryFee"]?.integer ?? 0 }

    var targetMinutes: Int {
        boardSettings?["targetMinutes"]?.integer ?? Self.usualTargetMinutes
    }

    var keepDays: Int { boardSettings?["keepDays"]?.integer ?? Self.usualKeepDays }

    func isOn(_ setting: String) -> Bool { boardSettings?[setting]?.flag ?? false }

    /// Rejects a change of the currency if existing amounts would lose their meaning.
    package func judge(
        _ mutation: Mutation, _ decision: Decision, by principal: Principal, at moment: Moment,
        among boards: BoardStates
    ) throws(Rejection) -> [String: JSON] {
        guard let value = decision.data["currency"] else { return [:] }
        let wanted = value.text.flatMap(Currency.init(code:)) ?? .euro
        guard wanted != currency else { return [:] }
        if !open.isEmpty { throw Rejection(.conflict, .currencyInUse) }
        if wanted.decimals != currency.decimals, menu.dishCount > 0 {
            throw Rejection(.conflict, .currencyOfDishes)
        }
        return [:]
    }
}
