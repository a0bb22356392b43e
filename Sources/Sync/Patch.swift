public import JSON

/// One operation of a JSON Patch (RFC 6902); the hub uses these three only.
public enum PatchOperation: Sendable, Equatable {
    case add(path: String, JSON)
    case remove(path: String)
    case replace(path: String, JSON)

    var json: JSON {
        switch self {
        case .add(let path, let value): ["op": "add", "path": .string(path), "value": value]
        case .remove(let path): ["op": "remove", "path": .string(path)]
        case .replace(let path, let value):
            ["op": "replace", "path": .string(path), "value": value]
        }
    }
}

/// JSON Pointer (RFC 6901).
enum Pointer {
    /// `/member`, `/member/row`, `/member/row/field`, each name escaped.
    static func path(_ names: String...) -> String {
        var path = ""
        for name in names {
            path += "/"
            if !name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) {
                path += name
                continue
            }
            for character in name.unicodeScalars {
                switch character {
                case "~": path += "~0"
                case "/": path += "~1"
                default: path.unicodeScalars.append(character)
                }
            }
        }
        return path
    }
}

extension PatchOperation {
    /// What turns one row into another: the fields that differ when both are objects, else the whole.
    static func operations(
        at path: String, from old: JSON?, to new: JSON?
    ) -> [PatchOperation] {
        switch (old, new) {
        case (nil, nil): return []
        case (nil, .some(let new)): return [.add(path: path, new)]
        case (.some, nil): return [.remove(path: path)]
        case (.some(.object(let old)), .some(.object(let new))):
            return Set(old.keys).union(new.keys).sorted().flatMap { name in
                fieldOperations(at: path + Pointer.path(name), from: old[name], to: new[name])
            }
        case (.some(let old), .some(let new)):
            return old == new ? [] : [.replace(path: path, new)]
        }
    }

    private static func fieldOperations(
        at path: String, from old: JSON?, to new: JSON?
    ) -> [PatchOperation] {
        switch (old, new) {
        case (nil, nil): []
        case (nil, .some(let new)): [.add(path: path, new)]
        case (.some, nil): [.remove(path: path)]
        case (.some(let old), .some(let new)): old == new ? [] : [.replace(path: path, new)]
        }
    }
}
