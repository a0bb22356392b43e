import BoardKit
import JSON
import Sync

/// Decides how lines are placed: sent to the kitchen.
extension Orders {
    func decidePlace(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("tab")
        let namedLines: LineList? = asked.arguments.optional("lines")
        guard asked.areGood, let named else { throw asked.rejection }
        _ = try tab(named)
        var chosen: [TabPicture.Entry]?
        if let namedLines { chosen = try entries(namedLines.names) }
        try asked.check(chosen?.map { lines.lastRev(of: $0.id) } ?? [])
        let tab = try openTab(named, asked)
        if let chosen {
            guard chosen.allSatisfy({ $0.line.tab == tab.id }) else {
                throw Rejection(.conflict, .otherTabs)
            }
            guard chosen.allSatisfy({ $0.line.status == .basket }) else {
                throw Rejection(.conflict, .notInBasket)
            }
        }
        let wishes = chosen ?? tab.basket
        let problems = hindrances(to: tab.tab) + hindrances(to: wishes)
        guard problems.isEmpty else { throw Rejection(.conflict, problems: problems) }
        let round = tab.rounds.count + 1
        var data: [String: JSON?] = [
            "tab": .string(tab.id.text), "round": JSON(round),
            "lines": .array(wishes.map { frozen($0) }),
        ]
        if tab.tab.kind == .delivery, round == 1 {
            data["fee"] = JSON(deliveryFee)
            data["feeVat"] = JSON(usualVAT)
        }
        return Self.decision(.placed, of: tab.id.text, data)
    }

    /// Returns the missing fields of a tab that prevent placing.
    private func hindrances(to tab: Tab) -> [Problem] {
        var missing: [String] = []
        if tab.kind == .table, tab.place == nil { missing.append("table") }
        if tab.kind == .delivery {
            if tab.phone == nil { missing.append("phone") }
            if tab.address == nil { missing.append("address") }
        }
        return missing.map { Problem(field: $0, Reason(.required)) }
    }

    /// Returns the lines that can't be placed, with the reasons. Lines of the same dish count
    /// together.
    private func hindrances(to wishes: [TabPicture.Entry]) -> [Problem] {
        if wishes.isEmpty { return [Problem(field: "lines", Reason(.nothingToPlace))] }
        var wanted: [DishID: Int] = [:]
        for wish in wishes { wanted[wish.line.dish, default: 0] += wish.line.quantity }
        return wishes.compactMap { wish in
            let id = wish.line.dish
            guard let dish = dishes[id] else {
                let name = dishes.lastKnown(id)?.name ?? ""
                return Problem(
                    field: wish.id.text, Reason(.offMenu, ["name": .string(name)]))
            }
            guard let left = menu.left(of: dish, id), left < wanted[id] ?? 0 else { return nil }
            let name = JSON.string(dish.name)
            return Problem(
                field: wish.id.text,
                left == 0
                    ? Reason(.soldOut, ["name": name])
                    : Reason(.onlyLeft, ["name": name, "count": JSON(left)]))
        }
    }

    /// Returns a line with the values that placing freezes.
    private func frozen(_ wish: TabPicture.Entry) -> JSON {
        let dish = dishes[wish.line.dish]
        let station = dish?.station ?? dish.flatMap { sections[$0.section]?.station }
        return JSON(present: [
            "line": .string(wish.id.text), "dish": .string(wish.line.dish.text),
            "quantity": JSON(wish.line.quantity), "name": .string(dish?.name ?? ""),
            "price": JSON(dish?.price ?? 0), "vat": JSON(dish?.vat ?? usualVAT),
            "station": station.map(JSON.string),
        ])
    }
}
