import JSON

/// Writes JSON as YAML 1.2 in block style, with sorted members.
enum YAMLText {
    package static func lines(of members: [String: JSON], indent: Int) -> [String] {
        let space = String(repeating: " ", count: indent)
        return members.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
            let key = space + scalar(name) + ":"
            if let simple = simple(value) { return ["\(key) \(simple)"] }
            return [key] + block(value, indent: indent + 2)
        }
    }

    private static func block(_ value: JSON, indent: Int) -> [String] {
        if let members = value.members { return lines(of: members, indent: indent) }
        let space = String(repeating: " ", count: indent)
        return (value.elements ?? []).flatMap { element -> [String] in
            if let simple = simple(element) { return ["\(space)- \(simple)"] }
            var lines = block(element, indent: indent + 2)
            lines[0] = "\(space)- " + lines[0].dropFirst(indent + 2)
            return lines
        }
    }

    /// Returns the value on one line, or `nil` if it needs lines of its own.
    private static func simple(_ value: JSON) -> String? {
        switch value {
        case .object(let members): members.isEmpty ? "{}" : nil
        case .array(let elements):
            elements.contains { $0.members != nil || $0.elements != nil }
                ? nil : "[\(elements.compactMap(simple).joined(separator: ", "))]"
        case .string(let text): scalar(text)
        default: value.canonicalText
        }
    }

    /// Words that YAML 1.1 reads as values of other types.
    private static let otherValues: Set<String> = [
        "yes", "no", "on", "off", "true", "false", "null",
    ]

    /// Writes a text, without quotes unless it could be mistaken for another value.
    private static func scalar(_ text: String) -> String {
        let isPlain =
            text.utf8.first.map { isLetter($0) || $0 == UInt8(ascii: "$") } ?? false
            && text.utf8.dropFirst().allSatisfy {
                isLetter($0) || isDigit($0) || UInt8(ascii: "_") == $0 || UInt8(ascii: ".") == $0
                    || UInt8(ascii: "/") == $0
            }
        // YAML 1.1 reads `y` and `n` as booleans.
        let isOtherValue = otherValues.contains(text.lowercased()) || text.utf8.count == 1
        return isPlain && !isOtherValue ? text : JSON.string(text).canonicalText
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
