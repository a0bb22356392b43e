package import JSON

/// JSON Patch (RFC 6902), written from the RFCs alone to judge the hub's messages.
package enum JSONPatch {
    package enum Failure: Error {
        case noSuchPath(String)
        case badOperation(String)
    }

    package static func apply(_ operations: [JSON], to document: JSON) throws(Failure) -> JSON {
        var document = document
        for operation in operations {
            guard let name = operation["op"]?.text, let path = operation["path"]?.text,
                let names = JSONPointer.names(path),
                ["add", "replace"].contains(name) == (operation["value"] != nil),
                ["add", "replace", "remove"].contains(name)
            else { throw .badOperation(operation.canonicalText) }
            let value = operation["value"]
            document = try edit(document, names[...], path) { old throws(Failure) in
                if name != "add", old == nil { throw .noSuchPath(path) }
                return value
            }
        }
        return document
    }

    /// Edits objects only, because the hub has no rows or fields in arrays.
    private static func edit(
        _ value: JSON, _ names: ArraySlice<String>, _ path: String,
        _ change: (JSON?) throws(Failure) -> JSON?
    ) throws(Failure) -> JSON {
        guard let name = names.first else {
            guard let changed = try change(value) else { throw .badOperation(path) }
            return changed
        }
        guard case .object(var members) = value else { throw .noSuchPath(path) }
        if names.count == 1 {
            members[name] = try change(members[name])
        } else {
            guard let member = members[name] else { throw .noSuchPath(path) }
            members[name] = try edit(member, names.dropFirst(), path, change)
        }
        return .object(members)
    }
}
