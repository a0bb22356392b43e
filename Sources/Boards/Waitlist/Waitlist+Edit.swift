import BoardKit
import JSON
import Sync

extension Waitlist {
    func decideEdit(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("party")
        let edit = PartyEdit(&asked.arguments)
        guard asked.areGood, let named else { throw asked.rejection }
        let (id, party) = try existing(named)
        try asked.check(ledger.lastRev(of: id))
        let problems = edit.problems(with: party)
        guard problems.isEmpty else { throw Rejection(.stale, problems: problems) }
        try checkLegality(of: .edit, for: party)
        return decision(.edited, of: id, name: edit.name ?? party.name, edit.changes(of: party))
    }
}

/// The new values of an edit, and the values that its sender saw.
private struct PartyEdit {
    /// By field; `null` removes the value.
    private let values: [String: JSON]
    /// The values that the sender saw in some of these fields; `null` for an empty field.
    private let was: [String: JSON]

    init(_ arguments: inout Arguments) {
        var given: [String] = []
        for field in Party.fields where arguments.has(field.name) { given.append(field.name) }
        values = Party.fields.edit(in: &arguments)
        if given.isEmpty {
            arguments.add(.nothingToEdit, at: "name")
        }
        let seen: SeenValues? = arguments.optional("was")
        if seen?.members.keys.allSatisfy(given.contains) == false {
            arguments.add(.unchangedWas, at: "was")
        }
        was = seen.map { Self.normalized($0.members) } ?? [:]
    }

    /// The new name, if the edit contains one.
    var name: String? { values["name"]?.text }

    /// Returns the fields that the edit changes; `null` removes a value. Unchanged values are
    /// accepted, because a form may send everything that it shows.
    func changes(of party: Party) -> [String: JSON] {
        let present = party.members(named: Array(values.keys))
        return values.filter { $0.key != "name" && $0.value != present[$0.key] ?? .null }
    }

    /// Returns a problem for each field that has changed since the sender saw it, unless the new
    /// value is the same. The messages contain no values, because these may be personal.
    func problems(with party: Party) -> [Problem] {
        if was.isEmpty { return [] }
        let present = party.members(named: Array(was.keys))
        return Party.fields.map(\.name).compactMap { field in
            let value = present[field] ?? .null
            guard let seen = was[field], seen != value, values[field] != value else { return nil }
            return Problem(field: field, Reason(.fieldChanged), current: value)
        }
    }

    /// Returns the values in the form in which a party has them. Invalid values stay unchanged.
    private static func normalized(_ members: [String: JSON]) -> [String: JSON] {
        var arguments = Arguments(members)
        return members.merging(Party.fields.edit(in: &arguments)) { _, normalized in normalized }
    }
}

/// The values that the sender of an edit saw, by field.
struct SeenValues: ArgumentValue {
    static let schema = Schema(.object)

    let members: [String: JSON]

    init(_ argument: JSON) throws(Reason) {
        guard let members = argument.members else {
            throw Reason(.noObject)
        }
        self.members = members
    }
}
