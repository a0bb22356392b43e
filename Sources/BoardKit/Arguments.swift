public import JSON
public import Sync

/// Reads the arguments of a mutation field by field, in the order in which problems are reported.
///
/// Reading continues after a bad field, so that a rejection lists all problems.
///
/// The generic functions are public and inlinable, like those of `Ledger`, because they run for
/// every mutation.
public struct Arguments {
    @usableFromInline var unread: [String: JSON]
    private var problems: [Problem] = []

    package init(_ members: [String: JSON]) { unread = members }

    /// Creates a reader of the arguments that a board adds to another board's action.
    package init(_ mutation: Mutation, of added: ExtensionDeclaration) {
        unread = mutation.arguments.filter { added.argument($0.key) != nil }
    }

    /// Reads a required field. `null` and an empty text count as missing.
    @inlinable public mutating func required<Value: ArgumentValue>(_ field: String) -> Value? {
        guard let argument = take(field) else {
            add(.required, at: field)
            return nil
        }
        guard let value: Value = read(argument, of: field) else { return nil }
        guard !value.isEmpty else {
            add(.required, at: field)
            return nil
        }
        return value
    }

    /// Reads an optional field. `null` counts as missing.
    @inlinable public mutating func optional<Value: ArgumentValue>(_ field: String) -> Value? {
        guard let argument = take(field), let value: Value = read(argument, of: field),
            !value.isEmpty
        else { return nil }
        return value
    }

    /// Reads an optional field that can be changed, but not removed.
    @inlinable public mutating func replacement<Value: ArgumentValue>(of field: String) -> Value? {
        unread[field] == nil ? nil : required(field)
    }

    /// Reads an optional field that can be changed, or removed by `null`. Returns `nil` if it is
    /// missing.
    @inlinable public mutating func change<Value: ArgumentValue>(
        of field: String
    ) -> ValueChange<Value>? {
        guard unread[field] != nil else { return nil }
        guard let argument = take(field) else { return .remove }
        return read(argument, of: field).map { $0.isEmpty ? .remove : .set($0) }
    }

    /// Reads a required field that can be changed, or removed by `null`.
    @inlinable public mutating func requiredChange<Value: ArgumentValue>(
        of field: String
    ) -> ValueChange<Value>? {
        if unread[field] == nil { add(.required, at: field) }
        return change(of: field)
    }

    /// Rejects a field, whatever its value.
    package mutating func refuse(_ field: String, _ problem: ProblemDeclaration) {
        unread[field] = nil
        add(problem, at: field)
    }

    public mutating func add(_ problem: ProblemDeclaration, at field: String) {
        add(Reason(problem), at: field)
    }

    public mutating func add(_ reason: Reason, at field: String) {
        problems.append(Problem(field: field, reason))
    }

    /// Whether a field is present and not read yet.
    package func has(_ field: String) -> Bool { unread[field] != nil }

    package func hasAny(of fields: [String]) -> Bool { fields.contains(where: has) }

    /// Whether a field is present, not null, and not read yet.
    package func hasValue(_ field: String) -> Bool { unread[field]?.isNull == false }

    package func hasNoProblem(at fields: [String]) -> Bool {
        !problems.contains { fields.contains($0.field) }
    }

    /// Whether all fields were read without problems.
    package var areGood: Bool { problems.isEmpty && unread.isEmpty }

    package var rejection: Rejection {
        Rejection(.invalid, problems: problems + Problem.unknown(unread.keys))
    }

    @usableFromInline mutating func take(_ field: String) -> JSON? {
        guard let argument = unread.removeValue(forKey: field), !argument.isNull else {
            return nil
        }
        return argument
    }

    @inlinable mutating func read<Value: ArgumentValue>(
        _ argument: JSON, of field: String
    ) -> Value? {
        do throws(Reason) {
            return try Value(argument)
        } catch {
            add(error, at: field)
            return nil
        }
    }
}

/// A change of an optional value.
@frozen public enum ValueChange<Value: Sendable>: Sendable {
    case set(Value)
    case remove

    /// The new value; `null` if the value is removed.
    @inlinable public func json(_ write: (Value) -> JSON) -> JSON {
        switch self {
        case .set(let value): write(value)
        case .remove: .null
        }
    }
}

/// A type that can't hold an invalid value. It describes why an argument is invalid.
public protocol ArgumentValue: Sendable {
    init(_ argument: JSON) throws(Reason)

    /// Whether the value counts as missing, as an empty text does.
    var isEmpty: Bool { get }

    /// The accepted values, as far as a schema can express them.
    static var schema: Schema { get }
}

extension ArgumentValue {
    public var isEmpty: Bool { false }
}

extension ArgumentDeclaration {
    /// The ways to read an argument. Each case is a method of `Arguments`.
    public enum Reading {
        case required
        case optional
        case replacement
        case change
        case requiredChange

        package var isRequired: Bool { self == .required || self == .requiredChange }
        package var isNullable: Bool { self != .required && self != .replacement }
    }

    public init(
        _ name: String, _ type: any ArgumentValue.Type, _ reading: Reading, _ summary: String,
        isSecret: Bool = false, isSealed: Bool = false, isPersonal: Bool = false,
        givers: Givers = .all
    ) {
        self.init(
            name, summary,
            schema: reading.isNullable ? type.schema.orNull : type.schema.requiringContent,
            isRequired: reading.isRequired, isSecret: isSecret, isSealed: isSealed,
            isPersonal: isPersonal, givers: givers)
    }

    package static func required(
        _ name: String, _ type: any ArgumentValue.Type, _ summary: String, isSecret: Bool = false,
        isSealed: Bool = false, isPersonal: Bool = false
    ) -> Self {
        Self(
            name, type, .required, summary, isSecret: isSecret, isSealed: isSealed,
            isPersonal: isPersonal)
    }

    package static func optional(
        _ name: String, _ type: any ArgumentValue.Type, _ summary: String, isSecret: Bool = false,
        isSealed: Bool = false, isPersonal: Bool = false, givers: Givers = .all
    ) -> Self {
        Self(
            name, type, .optional, summary, isSecret: isSecret, isSealed: isSealed,
            isPersonal: isPersonal, givers: givers)
    }

    package static func replacement(
        _ name: String, _ type: any ArgumentValue.Type, _ summary: String
    ) -> Self {
        Self(name, type, .replacement, summary)
    }

    package static func change(
        _ name: String, _ type: any ArgumentValue.Type, _ summary: String, isPersonal: Bool = false
    ) -> Self {
        Self(name, type, .change, summary, isPersonal: isPersonal)
    }

    package static func requiredChange(
        _ name: String, _ type: any ArgumentValue.Type, _ summary: String, isSecret: Bool = false
    ) -> Self {
        Self(name, type, .requiredChange, summary, isSecret: isSecret)
    }
}

extension SettingDeclaration {
    /// - Parameter defaultValue: the value until another is set.
    package init<Value: StoredValue>(
        _ name: String, _ type: Value.Type, _ summary: String, defaultValue: JSON? = nil,
        isSecret: Bool = false
    ) {
        self.init(
            ArgumentDeclaration(name, type, .change, summary, isSecret: isSecret),
            defaultValue: defaultValue
        ) { value throws(Reason) in
            let read = try Value(value)
            return read.isEmpty ? .null : read.stored
        }
    }
}

/// The id of a party, a notice or another item, as the sender wrote it. The item need not exist.
package struct ItemID: TextValue {
    package static let schema = Schema(.text(charactersMin: 1))

    package let text: String

    package init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text else {
            throw Reason(.noID)
        }
        guard !text.isEmpty else { throw Reason(.required) }
        self.text = text
    }
}

/// The revision of an event, as the sender wrote it. The event need not exist.
package struct RevisionNumber: ArgumentValue {
    package static let schema = Schema(.integer(min: 1))

    package let rev: Int

    package init(_ argument: JSON) throws(Reason) {
        guard case .number(let value) = argument, value.rounded() == value, value >= 1 else {
            throw Reason(.notPositive)
        }
        // No event has a revision that a double can't represent exactly.
        rev = JSON.number(value).integer ?? Int.max
    }
}

extension ArgumentDeclaration {
    /// The argument of `undo`.
    package static let undoneRevision = required(
        "rev", RevisionNumber.self, "The revision of the event")
}

/// An instant given as an argument. Its year is 1 to 9999.
package struct WritableInstant: ArgumentValue {
    package static let schema = Schema(.text(format: "date-time"))

    package let instant: Instant

    package init(_ argument: JSON) throws(Reason) {
        guard let instant = argument.instant else { throw Reason(.noInstant) }
        self.instant = instant
    }
}
