public import JSON

/// One operation of a JSON Patch (RFC 6902). The hub uses only these three.
public enum PatchOperation: Sendable, Equatable {
    case add(path: String, JSON)
    case remove(path: String)
    case replace(path: String, JSON)

    /// Appends the operations as an array in canonical JSON.
    static func write(_ operations: [PatchOperation], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, operation) in operations.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            operation.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .add(let path, let value):
            Self.write(#"{"op":"add","path":"#, path, value, to: &bytes)
        case .remove(let path): Self.write(#"{"op":"remove","path":"#, path, nil, to: &bytes)
        case .replace(let path, let value):
            Self.write(#"{"op":"replace","path":"#, path, value, to: &bytes)
        }
    }

    private static func write(
        _ start: StaticString, _ path: String, _ value: JSON?, to bytes: inout [UInt8]
    ) {
        bytes.append(start, .string(path))
        if let value { bytes.append(#","value":"#, value) }
        bytes.append(UInt8(ascii: "}"))
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
        var names: [String] = []
        var keptCount = 0
        for (name, value) in new {
            let before = old[name]
            if before != nil { keptCount += 1 }
            if before != value { names.append(name) }
        }
        if keptCount < old.count { names += old.keys.lazy.filter { new[$0] == nil } }
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
