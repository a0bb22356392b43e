import JSON
import Sync

extension Waitlist {
    func decideEdit(
        _ arguments: inout Arguments, ifRev: Int?
    ) throws(Rejection) -> Decision {
        let named: ThingName? = arguments.required("party")
        let edit = PartyEdit(&arguments)
        guard arguments.areGood, let named else { throw arguments.rejection }
        let (id, party) = try existing(named)
        try checkFreshness(of: [id], ifRev: ifRev)
        let problems = edit.problems(with: party)
        guard problems.isEmpty else { throw Rejection(.stale, problems: problems) }
        try checkLegality(of: .edit, for: party)
        return decision(.edited, of: id, name: edit.name ?? party.name, edit.changes(of: party))
    }
}

/// The new values of an edit, and what its sender saw in these fields before.
private struct PartyEdit {
    private static let fields = ["name", "size", "phone", "notes", "tags"]

    /// By field; `null` takes the value away.
    private let values: [String: JSON]
    /// What the sender saw, of some of the fields that it changes; `null` where it saw nothing.
    private let was: [String: JSON]

    init(_ arguments: inout Arguments) {
        let given = Self.fields.filter { arguments.hasAny(of: [$0]) }
        values = Self.values(in: &arguments)
        if given.isEmpty {
            arguments.add("One of name, size, phone, notes and tags is required.", at: "name")
        }
        let seen: SeenValues? = arguments.optional("was")
        if seen?.members.keys.allSatisfy(given.contains) == false {
            arguments.add("Was may only have fields that are changed", at: "was")
        }
        was = seen.map { Self.normalized($0.members) } ?? [:]
    }

    /// The new name, if there is one.
    var name: String? { values["name"]?.text }

    /// What is different afterwards, `null` for what is taken away. An edit that gives what is
    /// there already is accepted and changes nothing: a form may send all that it shows.
    func changes(of party: Party) -> [String: JSON] {
        let present = party.editableValues
        return values.filter { $0.key != "name" && $0.value != present[$0.key] ?? .null }
    }

    /// One for each field that somebody else has changed since the sender saw it, unless to the
    /// value that the sender wants. The texts are free of values, which may be personal.
    func problems(with party: Party) -> [Problem] {
        let present = party.editableValues
        return Self.fields.compactMap { field in
            let value = present[field] ?? .null
            guard let seen = was[field], seen != value, values[field] != value else { return nil }
            let label = field.prefix(1).uppercased() + field.dropFirst()
            return Problem(field: field, message: "\(label) changed in the meantime")
        }
    }

    private static func values(in arguments: inout Arguments) -> [String: JSON] {
        let name: PartyName? = arguments.replacement(of: "name")
        let size: PartySize? = arguments.replacement(of: "size")
        let phone: ValueChange<PhoneNumber>? = arguments.change(of: "phone")
        let notes: ValueChange<PartyNotes>? = arguments.change(of: "notes")
        let tags: ValueChange<PartyTags>? = arguments.change(of: "tags")
        var values: [String: JSON] = [:]
        values["name"] = name.map { .string($0.text) }
        values["size"] = size.map { JSON($0.people) }
        values["phone"] = phone?.json { .string($0.text) }
        values["notes"] = notes?.json { .string($0.text) }
        values["tags"] = tags?.json { .array($0.texts.map(JSON.string)) }
        return values
    }

    /// Values as a party has them; those that no party can have are left as they are.
    private static func normalized(_ members: [String: JSON]) -> [String: JSON] {
        var arguments = Arguments(members)
        return members.merging(values(in: &arguments)) { _, normalized in normalized }
    }
}

/// What the sender of an edit saw before, by field.
private struct SeenValues: ArgumentValue {
    let members: [String: JSON]

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let members = argument.members else {
            throw ArgumentProblem(message: "\(label) must be an object")
        }
        self.members = members
    }
}

extension Party {
    /// What an edit can change, by field, without those that have no value.
    fileprivate var editableValues: [String: JSON] {
        var values: [String: JSON] = ["name": .string(name), "size": JSON(size)]
        values["phone"] = phone.map(JSON.string)
        values["notes"] = notes.map(JSON.string)
        if !tags.isEmpty { values["tags"] = .array(tags.map(JSON.string)) }
        return values
    }
}

extension ValueChange {
    /// The new value; `null` when the old one is taken away.
    fileprivate func json(_ json: (Value) -> JSON) -> JSON {
        switch self {
        case .set(let value): json(value)
        case .remove: .null
        }
    }
}
