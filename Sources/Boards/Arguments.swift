import JSON
import Sync

/// The arguments of a mutation while they are read, field by field, in the order of the fields.
///
/// Reading goes on after a bad field, so that a rejection has a problem for each one.
struct Arguments {
    private var unread: [String: JSON]
    private var problems: [Problem] = []

    init(_ members: [String: JSON]) { unread = members }

    /// A field that has to be there; `null`, or a text without characters, is as if it were not.
    mutating func required<Value: ArgumentValue>(_ field: String) -> Value? {
        guard let argument = take(field) else {
            add(Self.isRequired(field), at: field)
            return nil
        }
        guard let value: Value = read(argument, of: field) else { return nil }
        guard !value.isEmpty else {
            add(Self.isRequired(field), at: field)
            return nil
        }
        return value
    }

    /// A field that may be left out; `null` is as if it were not there.
    mutating func optional<Value: ArgumentValue>(_ field: String) -> Value? {
        guard let argument = take(field), let value: Value = read(argument, of: field),
            !value.isEmpty
        else { return nil }
        return value
    }

    /// A value that may be given anew, but not be taken away.
    mutating func replacement<Value: ArgumentValue>(of field: String) -> Value? {
        unread[field] == nil ? nil : required(field)
    }

    /// A value that may be given anew, or be taken away with `null`; `nil` when the field is not
    /// there.
    mutating func change<Value: ArgumentValue>(of field: String) -> ValueChange<Value>? {
        guard unread[field] != nil else { return nil }
        guard let argument = take(field) else { return .remove }
        return read(argument, of: field).map { $0.isEmpty ? .remove : .set($0) }
    }

    /// A value that has to be given, or be taken away with `null`.
    mutating func requiredChange<Value: ArgumentValue>(of field: String) -> ValueChange<Value>? {
        if unread[field] == nil { add(Self.isRequired(field), at: field) }
        return change(of: field)
    }

    mutating func add(_ message: String, at field: String) {
        problems.append(Problem(field: field, message: message))
    }

    /// Whether any of these fields is there and has not been read.
    func hasAny(of fields: [String]) -> Bool { fields.contains { unread[$0] != nil } }

    func hasNoProblem(at fields: [String]) -> Bool {
        !problems.contains { fields.contains($0.field) }
    }

    /// Whether all that was read is good, and all that is there was read.
    var areGood: Bool { problems.isEmpty && unread.isEmpty }

    /// Of fields that nobody knows so many are named; a message has room for thousands.
    private static let unknownCountMax = 20

    var rejection: Rejection {
        let unknown = unread.keys.sorted().prefix(Self.unknownCountMax).map { field in
            Problem(field: field, message: "\(Self.label(field)) is not a field of this action")
        }
        return Rejection(.invalid, problems: problems + unknown)
    }

    private mutating func take(_ field: String) -> JSON? {
        guard let argument = unread.removeValue(forKey: field), !argument.isNull else {
            return nil
        }
        return argument
    }

    private mutating func read<Value: ArgumentValue>(
        _ argument: JSON, of field: String
    ) -> Value? {
        do throws(ArgumentProblem) {
            return try Value(argument, label: Self.label(field))
        } catch {
            add(error.message, at: field)
            return nil
        }
    }

    private static func isRequired(_ field: String) -> String {
        ArgumentProblem.isRequired(label(field)).message
    }

    /// A field's name as a sentence begins with it.
    private static func label(_ field: String) -> String {
        field.prefix(1).uppercased() + field.dropFirst()
    }
}

/// What an edit does with an optional value.
enum ValueChange<Value: Sendable>: Sendable {
    case set(Value)
    case remove
}

/// A type that can't hold a bad value, and says what is wrong with what it is not made from.
protocol ArgumentValue: Sendable {
    /// - Parameter label: the field's name as a sentence begins with it.
    init(_ argument: JSON, label: String) throws(ArgumentProblem)

    /// Whether the value says that there is none, as a text without characters does.
    var isEmpty: Bool { get }
}

extension ArgumentValue {
    var isEmpty: Bool { false }
}

/// What is wrong with one field: a sentence for the person who filled it in.
struct ArgumentProblem: Error {
    var message: String

    static func isRequired(_ label: String) -> ArgumentProblem {
        ArgumentProblem(message: "\(label) is a required field.")
    }
}
