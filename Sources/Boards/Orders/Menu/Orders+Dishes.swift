import BoardKit
import JSON
import Sync

/// Decides what happens to dishes.
extension Orders {
    func decideAddDish(_ asked: inout Asked) throws(Rejection) -> Decision {
        let inSection: ItemID? = asked.arguments.required("section")
        let name: DishName? = asked.arguments.required("name")
        let price: Price? = asked.arguments.required("price")
        let description: DishDescription? = asked.arguments.optional("description")
        let allergens: AllergenList? = asked.arguments.optional("allergens")
        let vat: VATRate? = asked.arguments.optional("vat")
        let station: Station? = asked.arguments.optional("station")
        let texts: MenuTexts? = asked.arguments.optional("texts")
        guard asked.areGood, let inSection, let name, let price else { throw asked.rejection }
        let (section, _) = try section(inSection)
        try asked.check(sections.lastRev(of: section))
        try checkName(of: nil, name.text, in: section)
        try Rejection.check(menu.dishCount + 1, atMost: Menu.dishCountMax, else: .tooManyDishes)
        var dish = Dish(
            rank: Rank(lastAt: asked.moment.rev), section: section, name: name.text,
            price: price.value)
        dish.description = description?.text
        dish.allergens = allergens?.allergens
        dish.vat = vat?.value
        dish.station = station?.text
        dish.texts = texts ?? MenuTexts()
        try checkSize(adding: Menu.bytes(of: dish))
        return Decision(
            kind: OrdersEvent.dishAdded.rawValue, subject: DishID(rev: asked.moment.rev).text,
            data: dish.data)
    }

    func decideEditDish(_ asked: inout Asked) throws(Rejection) -> Decision {
        let isEmpty = !asked.arguments.hasAny(of: Self.dishFields)
        let named: ItemID? = asked.arguments.required("dish")
        let inSection: ItemID? = asked.arguments.replacement(of: "section")
        let values = Self.dishValues(&asked.arguments)
        if isEmpty { asked.arguments.add(.nothingToChange, at: "name") }
        guard asked.areGood, let named else { throw asked.rejection }
        let (id, dish) = try dish(named)
        var data = values
        var section = dish.section
        if let inSection {
            section = try self.section(inSection).id
            data["section"] = .string(section.text)
            // In its new section it comes last.
            if section != dish.section {
                data["rank"] = .string(Rank(lastAt: asked.moment.rev).text)
            }
        }
        try asked.check(dishes.lastRev(of: id))
        let name = values["name"]?.text ?? dish.name
        try checkName(of: id, name, in: section)
        data["dish"] = .string(id.text)
        data["name"] = .string(name)
        var changed = dish
        changed.change(by: .object(data))
        try checkSize(adding: Menu.bytes(of: changed) - Menu.bytes(of: dish))
        return Decision(
            kind: OrdersEvent.dishEdited.rawValue, subject: id.text, data: .object(data))
    }

    private static let dishFields = [
        "section", "name", "price", "description", "allergens", "vat", "station", "texts",
    ]

    /// The new values of a dish by their fields; `null` removes a value.
    private static func dishValues(_ arguments: inout Arguments) -> [String: JSON] {
        let name: DishName? = arguments.replacement(of: "name")
        let price: Price? = arguments.replacement(of: "price")
        let description: ValueChange<DishDescription>? = arguments.change(of: "description")
        let allergens: ValueChange<AllergenList>? = arguments.change(of: "allergens")
        let vat: ValueChange<VATRate>? = arguments.change(of: "vat")
        let station: ValueChange<Station>? = arguments.change(of: "station")
        let texts: ValueChange<MenuTexts>? = arguments.change(of: "texts")
        var values: [String: JSON] = [:]
        values["name"] = name.map { .string($0.text) }
        values["price"] = price.map { JSON($0.value) }
        values["description"] = description?.json { .string($0.text) }
        values["allergens"] = allergens?.json { $0.allergens.json }
        values["vat"] = vat?.json { JSON($0.value) }
        values["station"] = station?.json { .string($0.text) }
        values["texts"] = texts?.json { $0.json ?? .null }
        return values
    }

    func decideMoveDish(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("dish")
        let side = Side(&asked.arguments)
        guard asked.areGood, let named, let side else { throw asked.rejection }
        let (id, dish) = try dish(named)
        let (otherID, other) = try self.dish(side.other)
        try asked.check(dishes.lastRev(of: id), dishes.lastRev(of: otherID))
        if id == otherID { throw Rejection(.conflict, .notBesideItself) }
        try checkName(of: id, dish.name, in: other.section)
        let order = menu.dishes[other.section] ?? RankOrder()
        let rank = try side.rank(
            for: dish.section == other.section ? dish.rank : nil, beside: other.rank,
            neighbours: order.neighbours(ofRank: other.rank, without: id), rev: asked.moment.rev)
        return Self.decision(
            .dishMoved, of: id.text,
            [
                "dish": .string(id.text), "name": .string(dish.name),
                "section": .string(other.section.text), "rank": .string(rank.text),
            ])
    }

    func decideRemoveDish(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named = try asked.onlyID("dish")
        let (id, dish) = try dish(named)
        try asked.check(dishes.lastRev(of: id))
        return Self.decision(
            .dishRemoved, of: id.text, ["dish": .string(id.text), "name": .string(dish.name)])
    }

    func decideStock(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("dish")
        let left: ValueChange<Stock>? = asked.arguments.requiredChange(of: "left")
        guard asked.areGood, let named, let left else { throw asked.rejection }
        let (id, dish) = try dish(named)
        try asked.check(dishes.lastRev(of: id))
        return Self.decision(
            .stocked, of: id.text,
            [
                "dish": .string(id.text), "name": .string(dish.name),
                "left": left.json { JSON($0.value) },
            ])
    }

    /// Checks that no other dish of a section has a name.
    private func checkName(
        of id: DishID?, _ name: String, in section: SectionID
    ) throws(Rejection) {
        if let known = menu.dish(named: name, in: section), known != id {
            throw Rejection(.conflict, .sameName, ["name": .string(name)])
        }
    }
}
