public import JSON
public import Sync

/// A valid argument that events store unchanged.
public protocol StoredValue: ArgumentValue {
    /// The value in events and rows.
    var stored: JSON { get }
}

extension StoredValue where Self: RawRepresentable<String> {
    public var stored: JSON { .string(rawValue) }
}

/// An argument that is stored as a text.
public protocol TextValue: StoredValue {
    var text: String { get }
}

extension TextValue {
    public var stored: JSON { .string(text) }
}

/// A field of an item, declared once for the action that adds the item and for the one that edits
/// it.
public struct FieldDeclaration: Sendable {
    public let name: String
    @usableFromInline let isRequired: Bool
    @usableFromInline let declare: @Sendable (ArgumentDeclaration.Reading) -> ArgumentDeclaration
    @usableFromInline let read: @Sendable (ArgumentDeclaration.Reading, inout Arguments) -> JSON?

    /// Creates a field. Inlinable for the same reason as the functions of `Arguments`.
    ///
    /// - Parameters:
    ///   - isRequired: whether an item always has a value.
    ///   - givers: the senders who may set it when the item is added.
    @inlinable public init<Value: StoredValue>(
        _ name: String, _ type: Value.Type, _ summary: String, isRequired: Bool = false,
        isPersonal: Bool = false, givers: ArgumentDeclaration.Givers = .all
    ) {
        self.name = name
        self.isRequired = isRequired
        declare = { reading in
            ArgumentDeclaration(
                name, type, reading, summary, isPersonal: isPersonal,
                givers: reading == .optional ? givers : .all)
        }
        read = { reading, arguments in
            switch reading {
            case .required: (arguments.required(name) as Value?)?.stored
            case .optional: (arguments.optional(name) as Value?)?.stored
            case .replacement: (arguments.replacement(of: name) as Value?)?.stored
            case .change:
                (arguments.change(of: name) as ValueChange<Value>?)?.json { $0.stored }
            case .requiredChange:
                (arguments.requiredChange(of: name) as ValueChange<Value>?)?.json { $0.stored }
            }
        }
    }

    private var readingOfNew: ArgumentDeclaration.Reading { isRequired ? .required : .optional }
    private var readingOfEdit: ArgumentDeclaration.Reading { isRequired ? .replacement : .change }

    /// The argument of the action that adds an item.
    package var ofNew: ArgumentDeclaration { declare(readingOfNew) }
    /// The argument of the action that edits an item.
    package var ofEdit: ArgumentDeclaration { declare(readingOfEdit) }

    /// Reads the value for a new item, as events store it. Returns `nil` if there is none.
    package func new(in arguments: inout Arguments) -> JSON? { read(readingOfNew, &arguments) }

    /// Reads the changed value, as events store it. Returns `null` if it is removed, and `nil` if
    /// it is unchanged.
    package func edit(in arguments: inout Arguments) -> JSON? { read(readingOfEdit, &arguments) }
}

extension [FieldDeclaration] {
    package var ofNew: [ArgumentDeclaration] { map(\.ofNew) }
    package var ofEdit: [ArgumentDeclaration] { map(\.ofEdit) }

    /// Reads the values for a new item by field, as events store them.
    package func new(in arguments: inout Arguments) -> [String: JSON] {
        var values: [String: JSON] = [:]
        for field in self { values[field.name] = field.new(in: &arguments) }
        return values
    }

    /// Reads the changed values by field, as events store them; `null` removes a value.
    package func edit(in arguments: inout Arguments) -> [String: JSON] {
        var values: [String: JSON] = [:]
        for field in self where arguments.has(field.name) {
            values[field.name] = field.edit(in: &arguments)
        }
        return values
    }

    /// Whether any of the fields is present in the arguments and not read yet.
    package func areGiven(in arguments: Arguments) -> Bool {
        contains { arguments.has($0.name) }
    }
}
