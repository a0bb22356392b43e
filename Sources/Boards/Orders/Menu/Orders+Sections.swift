import BoardKit
import JSON
import Sync

/// Decides the actions on sections.
extension Orders {
    func decideAddSection(_ asked: inout Asked) throws(Rejection) -> Decision {
        let values = Section.fields.new(in: &asked.arguments)
        guard asked.areGood else { throw asked.rejection }
        try checkName(of: nil, values["name"]?.text)
        try Rejection.check(
            menu.sections.count + 1, atMost: Menu.sectionCountMax, else: .tooManySections)
        var section = Section.blank
        section.rank = Rank(lastAt: asked.moment.rev)
        section.change(by: .object(values))
        try checkSize(adding: Menu.bytes(of: section))
        return Self.decision(
            .sectionAdded, of: SectionID(rev: asked.moment.rev).text, section.members())
    }

    func decideEditSection(_ asked: inout Asked) throws(Rejection) -> Decision {
        let isEmpty = !Section.fields.areGiven(in: asked.arguments)
        let named: ItemID? = asked.arguments.required("section")
        var data = Section.fields.edit(in: &asked.arguments)
        if isEmpty { asked.arguments.add(.nothingToChange, at: "name") }
        guard asked.areGood, let named else { throw asked.rejection }
        let (id, section) = try section(named)
        try asked.check(sections.lastRev(of: id))
        try checkName(of: id, data["name"]?.text)
        data["section"] = .string(id.text)
        data["name"] = data["name"] ?? .string(section.name)
        var changed = section
        changed.change(by: .object(data))
        try checkSize(adding: Menu.bytes(of: changed) - Menu.bytes(of: section))
        return Self.decision(.sectionEdited, of: id.text, data)
    }

    func decideMoveSection(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("section")
        let side = Side(&asked.arguments)
        guard asked.areGood, let named, let side else { throw asked.rejection }
        let (id, section) = try section(named)
        let (otherID, other) = try self.section(side.other)
        try asked.check(sections.lastRev(of: id), sections.lastRev(of: otherID))
        if id == otherID { throw Rejection(.conflict, .notBesideItself) }
        let rank = try side.rank(
            for: section.rank, beside: other.rank,
            neighbours: menu.sections.neighbours(ofRank: other.rank, without: id),
            rev: asked.moment.rev)
        return Self.decision(
            .sectionMoved, of: id.text,
            [
                "section": .string(id.text), "name": .string(section.name),
                "rank": .string(rank.text),
            ])
    }

    func decideRemoveSection(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("section")
        let (id, section) = try section(named)
        try asked.check(sections.lastRev(of: id))
        guard menu.isEmpty(id) else { throw Rejection(.conflict, .sectionHasDishes) }
        return Self.decision(
            .sectionRemoved, of: id.text,
            ["section": .string(id.text), "name": .string(section.name)])
    }

    /// Checks that no other section has this name.
    private func checkName(of id: SectionID?, _ name: String?) throws(Rejection) {
        if let name, let known = menu.section(named: name), known != id {
            throw Rejection(.conflict, .sameName, ["name": .string(name)])
        }
    }

    func checkSize(adding bytes: Int) throws(Rejection) {
        guard bytes <= 0 || menu.bytes + bytes <= Menu.bytesMax else {
            throw Rejection(.conflict, .menuTooLarge)
        }
    }
}

/// The destination of a move: before or after another item.
struct Side {
    let other: ItemID
    private let isBefore: Bool

    /// Reads `before` and `after`, of which exactly one must be present. Returns `nil` if neither
    /// is valid.
    init?(_ arguments: inout Arguments) {
        let before: ItemID? = arguments.optional("before")
        let after: ItemID? = arguments.optional("after")
        switch (before, after) {
        case (nil, nil) where arguments.hasNoProblem(at: ["before", "after"]):
            arguments.add(.besideWhat, at: "before")
        case (.some, .some): arguments.add(.beforeAfter, at: "after")
        default: break
        }
        guard let other = before ?? after else { return nil }
        self.other = other
        isBefore = before != nil
    }

    /// Returns a rank on this side of another item. If the moved item is already there, returns its
    /// own.
    ///
    /// - Parameters:
    ///   - own: the moved item's present rank; `nil` if it is in another order.
    ///   - neighbours: the neighbours of the other rank, without the moved item.
    func rank(
        for own: Rank?, beside rank: Rank, neighbours: (lower: Rank?, upper: Rank?), rev: Int
    ) throws(Rejection) -> Rank {
        let lower = isBefore ? neighbours.lower : rank
        let upper = isBefore ? rank : neighbours.upper
        if let own, lower.map({ $0 < own }) ?? true, upper.map({ own < $0 }) ?? true {
            return own
        }
        guard let between = Rank(between: lower, and: upper, at: rev) else {
            throw Rejection(.conflict, .noRoomBetween)
        }
        return between
    }
}
