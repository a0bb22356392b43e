import JSON

/// RFC 6902 and RFC 6901, written from the RFCs alone to judge the module's messages. It is strict
/// and accepts any path, like a client's library.
enum JSONPatch {
    enum Failure: Error {
        case noSuchPath(String)
        case badOperation(String)
    }

    static func apply(_ operations: [JSON], to document: JSON) throws -> JSON {
        var document = document
        for operation in operations {
            guard let name = operation["op"]?.text, let path = operation["path"]?.text else {
                throw Failure.badOperation(operation.canonicalText)
            }
            let value = operation["value"]
            switch (name, value) {
            case ("add", let value?), ("replace", let value?):
                document = try edit(document, tokens(path), path) { old in
                    if name == "replace", old == nil { throw Failure.noSuchPath(path) }
                    return value
                }
            case ("remove", nil):
                document = try edit(document, tokens(path), path) { old in
                    guard old != nil else { throw Failure.noSuchPath(path) }
                    return nil
                }
            default: throw Failure.badOperation(operation.canonicalText)
            }
        }
        return document
    }

    static func tokens(_ path: String) throws -> [String] {
        if path.isEmpty { return [] }
        guard path.unicodeScalars.first == "/" else { throw Failure.badOperation(path) }
        return path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    /// Edits objects only, because the hub has no rows or fields in arrays.
    private static func edit(
        _ value: JSON, _ tokens: [String], _ path: String, _ change: (JSON?) throws -> JSON?
    ) throws -> JSON {
        guard let token = tokens.first else {
            guard let changed = try change(value) else { throw Failure.badOperation(path) }
            return changed
        }
        guard case .object(var members) = value else { throw Failure.noSuchPath(path) }
        if tokens.count == 1 {
            members[token] = try change(members[token])
        } else {
            guard let member = members[token] else { throw Failure.noSuchPath(path) }
            members[token] = try edit(member, Array(tokens.dropFirst()), path, change)
        }
        return .object(members)
    }
}
