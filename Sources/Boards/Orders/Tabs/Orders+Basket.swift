import BoardKit
import JSON
import Sync

/// Decides the actions on baskets.
extension Orders {
    func decideAdd(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("tab")
        let namedDish: ItemID? = asked.arguments.required("dish")
        let quantity: Quantity? = asked.arguments.optional("quantity")
        let notes: LineNotes? = asked.arguments.optional("notes")
        let person: PersonName? = asked.arguments.optional("person")
        guard asked.areGood, let named, let namedDish else { throw asked.rejection }
        _ = try tab(named)
        let (id, dish) = try dish(namedDish)
        try asked.check(dishes.lastRev(of: id))
        let tab = try openTab(named, asked)
        if menu.left(of: dish, id) == 0 {
            throw Rejection(.conflict, .soldOut, ["name": .string(dish.name)])
        }
        var wish = Line(
            tab: tab.id, dish: id, quantity: quantity?.value ?? 1, at: asked.moment.now)
        wish.notes = notes?.text
        wish.person = person?.text
        let known = tab.basket.first { $0.line.isSameWish(as: wish) }
        if let known { wish.quantity += known.line.quantity }
        try Self.checkQuantity(wish.quantity)
        if known == nil { try Self.checkLineCount(tab.lines.count + 1) }
        return Self.decision(
            .added, of: tab.id.text,
            wish.told(as: known?.id ?? LineID(rev: asked.moment.rev), name: dish.name))
    }

    static func checkQuantity(_ quantity: Int) throws(Rejection) {
        try Rejection.check(quantity, atMost: Quantity.max, else: .tooManyOfOne)
    }

    static func checkLineCount(_ count: Int) throws(Rejection) {
        try Rejection.check(count, atMost: lineCountMax, else: .tooManyLines)
    }

    func decideChange(_ asked: inout Asked) throws(Rejection) -> Decision {
        let isEmpty = !asked.arguments.hasAny(of: ["quantity", "notes", "person"])
        let named: ItemID? = asked.arguments.required("line")
        let quantity: ChangedQuantity? = asked.arguments.optional("quantity")
        let notes: ValueChange<LineNotes>? = asked.arguments.change(of: "notes")
        let person: ValueChange<PersonName>? = asked.arguments.change(of: "person")
        if isEmpty { asked.arguments.add(.nothingToChange, at: "quantity") }
        guard asked.areGood, let named else { throw asked.rejection }
        let (tab, found) = try openEntries([named], asked)
        guard let own = found.first, own.line.status == .basket else {
            throw Rejection(.conflict, .notInBasket)
        }
        var wish = own.line
        if let quantity { wish.quantity = quantity.value }
        if let notes { wish.notes = notes.json(\.stored).text }
        if let person { wish.person = person.json(\.stored).text }
        let name = dishes.lastKnown(wish.dish)?.name ?? ""
        let other = TabPicture.basket(of: entries(of: tab)).first {
            $0.id != own.id && $0.line.isSameWish(as: wish)
        }
        guard wish.quantity > 0, let other else {
            return Self.decision(.changed, of: tab.text, wish.told(as: own.id, name: name))
        }
        wish.quantity += other.line.quantity
        try Self.checkQuantity(wish.quantity)
        // The older line stays.
        var data = wish.told(as: min(own.id, other.id), name: name)
        data["joined"] = JSON.string(max(own.id, other.id).text)
        return Self.decision(.changed, of: tab.text, data)
    }

    func decideRepeat(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("tab")
        let namedFrom: ItemID? = asked.arguments.required("from")
        guard asked.areGood, let named, let namedFrom else { throw asked.rejection }
        _ = try tab(named)
        let (fromID, _) = try tab(namedFrom)
        try asked.check(tabs.lastRev(of: fromID))
        let tab = try openTab(named, asked)
        let from = picture(of: fromID)
        var basket = tab.basket
        var leftOut: [(name: String, quantity: Int)] = []
        var changed: [LineID] = []
        for old in from?.linesToRepeat ?? [] {
            guard let dish = dishes[old.dish], menu.left(of: dish, old.dish) != 0 else {
                let name = old.placed?.name ?? ""
                if let index = leftOut.firstIndex(where: { $0.name == name }) {
                    leftOut[index].quantity += old.quantity
                } else {
                    leftOut.append((name: name, quantity: old.quantity))
                }
                continue
            }
            var wish = Line(
                tab: tab.id, dish: old.dish, quantity: old.quantity, at: asked.moment.now)
            wish.notes = old.notes
            if let index = basket.firstIndex(where: { $0.line.isSameWish(as: wish) }) {
                basket[index].line.quantity += old.quantity
                try Self.checkQuantity(basket[index].line.quantity)
                if !changed.contains(basket[index].id) { changed.append(basket[index].id) }
            } else {
                let id = LineID(
                    rev: asked.moment.rev,
                    place: basket.count { $0.id.rev == asked.moment.rev })
                basket.append(TabPicture.Entry(id: id, line: wish))
                changed.append(id)
            }
        }
        guard !changed.isEmpty else { throw Rejection(.conflict, .nothingToRepeat) }
        try Self.checkLineCount(tab.lines.count + basket.count - tab.basket.count)
        let told = basket.filter { changed.contains($0.id) }.map { entry in
            JSON(present: entry.line.told(as: entry.id, name: dishes[entry.line.dish]?.name ?? ""))
        }
        return Self.decision(
            .repeated, of: tab.id.text,
            [
                "tab": .string(tab.id.text), "from": .string(fromID.text), "lines": .array(told),
                "leftOut": .array(
                    leftOut.map { ["name": .string($0.name), "quantity": JSON($0.quantity)] }),
            ])
    }
}

extension TabPicture {
    /// The lines in the basket.
    var basket: [Entry] { Self.basket(of: lines) }

    static func basket(of lines: [Entry]) -> [Entry] {
        lines.filter { $0.line.status == .basket }
    }

    /// The lines to order again: those that count, and for a cancelled tab those that were
    /// cancelled with it.
    var linesToRepeat: [Line] {
        lines.map(\.line).filter { line in
            line.counts
                || tab.status == .cancelled && line.status == .cancelled && line.at == tab.leftAt
        }
    }
}

extension Line {
    /// Returns the members of a line in the basket, as events contain them.
    func told(as id: LineID, name: String) -> [String: JSON?] {
        [
            "tab": .string(tab.text), "line": .string(id.text), "dish": .string(dish.text),
            "title": .string(name), "quantity": JSON(quantity), "notes": notes.map(JSON.string),
            "person": person.map(JSON.string),
        ]
    }
}
