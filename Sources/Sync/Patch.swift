public import JSON

/// One operation of a JSON Patch (RFC 6902). The hub uses only these three.
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
    /// Returns `/member`, `/member/row` or `/member/row/field`, with each name escaped.
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
    /// The operations that turn one row into another: only the fields that differ if both are
    /// objects, otherwise the whole row.
    static func operations(
        at path: String, from old: JSON?, to new: JSON?
    ) -> [PatchOperation] {
        guard case (.some(.object(let old)), .some(.object(let new))) = (old, new) else {
            return wholeOperations(at: path, from: old, to: new)
        }
        // Most fields stay.
        var names = new.filter { old[$0.key] != $0.value }.map(\.key)
        names += old.keys.lazy.filter { new[$0] == nil }
        return names.sorted().flatMap { name in
            wholeOperations(at: path + Pointer.path(name), from: old[name], to: new[name])
        }
    }

    private static func wholeOperations(
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
