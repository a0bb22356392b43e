import BoardKit
import JSON
import Sync

/// Decides the actions on dishes.
extension Orders {
    func decideAddDish(_ asked: inout Asked) throws(Rejection) -> Decision {
        let inSection: ItemID? = asked.arguments.required("section")
        let values = Dish.fields.new(in: &asked.arguments)
        guard asked.areGood, let inSection else { throw asked.rejection }
        let (section, _) = try section(inSection)
        try asked.check(sections.lastRev(of: section))
        try checkName(of: nil, values["name"]?.text, in: section)
        try Rejection.check(menu.dishCount + 1, atMost: Menu.dishCountMax, else: .tooManyDishes)
        var dish = Dish.blank
        dish.rank = Rank(lastAt: asked.moment.rev)
        dish.section = section
        dish.change(by: .object(values))
        try checkSize(adding: Menu.bytes(of: dish))
        return Self.decision(.dishAdded, of: DishID(rev: asked.moment.rev).text, dish.members())
    }

    func decideEditDish(_ asked: inout Asked) throws(Rejection) -> Decision {
        let isEmpty =
            !asked.arguments.has("section") && !Dish.fields.areGiven(in: asked.arguments)
        let named: ItemID? = asked.arguments.required("dish")
        let inSection: ItemID? = asked.arguments.replacement(of: "section")
        let values = Dish.fields.edit(in: &asked.arguments)
        if isEmpty { asked.arguments.add(.nothingToChange, at: "name") }
        guard asked.areGood, let named else { throw asked.rejection }
        let (id, dish) = try dish(named)
        var data = values
        var section = dish.section
        if let inSection {
            section = try self.section(inSection).id
            data["section"] = .string(section.text)
            // A moved dish comes last in its new section.
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
        return Self.decision(.dishEdited, of: id.text, data)
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
        let named: ItemID = try asked.last("dish")
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
                "left": left.json(\.stored),
            ])
    }

    /// Checks that no other dish of a section has this name.
    private func checkName(
        of id: DishID?, _ name: String?, in section: SectionID
    ) throws(Rejection) {
        if let name, let known = menu.dish(named: name, in: section), known != id {
            throw Rejection(.conflict, .sameName, ["name": .string(name)])
        }
    }
}
