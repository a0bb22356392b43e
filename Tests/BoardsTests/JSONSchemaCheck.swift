import Foundation
import JSON
import Sync

extension JSON {
    /// Whether this JSON Schema accepts a value. Supports only the keywords that `Schema` writes.
    func describes(_ value: JSON) -> Bool {
        if let choices = self["enum"]?.elements { return choices.contains(value) }
        let types = self["type"]?.elements ?? [self["type"] ?? .null]
        switch value {
        case .null: return types.contains("null")
        case .bool: return types.contains("boolean")
        case .object(let members): return types.contains("object") && allows(members)
        case .string(let text): return types.contains("string") && allows(text)
        case .array(let elements): return types.contains("array") && allows(elements)
        case .number(let number):
            let isWhole = number.rounded() == number
            guard types.contains("number") || types.contains("integer") && isWhole else {
                return false
            }
            return number >= self["minimum"]?.double ?? -.infinity
                && number <= self["maximum"]?.double ?? .infinity
                && (self["multipleOf"]?.double).map {
                    number.remainder(dividingBy: $0) == 0
                } ?? true
        }
    }

    private var double: Double? {
        if case .number(let number) = self { return number }
        return nil
    }

    private func allows(_ members: [String: JSON]) -> Bool {
        let required = self["required"]?.elements?.compactMap(\.text) ?? []
        guard required.allSatisfy({ members[$0] != nil }) else { return false }
        return members.allSatisfy { name, value in
            self["properties"]?[name]?.describes(value) ?? true
        }
    }

    private func allows(_ text: String) -> Bool {
        if text.unicodeScalars.count < self["minLength"]?.integer ?? 0 { return false }
        if text.count > self["x-charactersMax"]?.integer ?? .max { return false }
        if text.utf8.count > self["x-bytesMax"]?.integer ?? .max { return false }
        if self["format"] == "date-time", Instant(text) == nil { return false }
        guard let pattern = self["pattern"]?.text else { return true }
        return text.range(of: pattern, options: .regularExpression) != nil
    }

    private func allows(_ elements: [JSON]) -> Bool {
        guard let schema = self["items"], elements.count >= self["minItems"]?.integer ?? 0,
            elements.count <= self["maxItems"]?.integer ?? .max,
            self["uniqueItems"] != true
                || Set(elements.map(\.canonicalText)).count == elements.count
        else { return false }
        return elements.allSatisfy(schema.describes)
    }
}

extension Schema {
    /// Values on both sides of each limit, and of each type.
    var edges: [JSON] {
        let others: [JSON] = [.null, true, 7.5, [[1]], [:], "", "x\u{1}"]
        switch shape {
        case .text(let min, let max, let bytesMax, _, let pattern, _):
            var texts = Self.samples
            for count in [min - 1, min, max ?? 60, (max ?? 60) + 1] where count >= 0 {
                let fill = pattern == nil ? "e\u{301}" : "1"
                texts.append(String(repeating: fill, count: count))
            }
            // Letters with many accents, of two bytes each.
            for count in [(bytesMax ?? 2) / 2 - 1, (bytesMax ?? 2) / 2] {
                texts.append("b" + String(repeating: "\u{301}", count: count))
            }
            return (others + texts.map(JSON.string)).filter(isTelling)
        case .integer(let min, let max):
            let numbers = [min - 1, min, max ?? 1_000_000, (max ?? 1_000_000) + 1]
            return others + numbers.map { JSON($0) } + ["4", 4.0, -0.0, 1e300]
        case .number(let min, let max, let step):
            let numbers = [min - 0.5, min, max, max + 0.5, (min + max) / 2, min + (step ?? 1) / 2]
            return others + numbers.map(JSON.number) + ["4", -0.0, 1e300]
        case .choice(let choices):
            return others + (choices + [choices[0].uppercased(), "other"]).map(JSON.string)
        case .elements(let element, let min, let max, _):
            let good = element.schema.edges.filter(element.schema.json.describes)
            // A single value may be invalid, such as a day's hours.
            let lists =
                good.isEmpty
                ? []
                : [min, max, max + 1].map { count in (0..<count).map { good[$0 % good.count] } }
            let bad = element.schema.edges.filter { !element.schema.json.describes($0) }
            return others + (lists + bad.map { [$0] }).map(JSON.array)
        case .record(let members):
            var example: [String: JSON] = [:]
            for member in members.declarations {
                example[member.name] = member.schema.edges.first(
                    where: member.schema.json.describes)
            }
            return others + [.object(example)]
        case .flag, .object, .table, .any: return others
        }
    }

    /// Whether a schema can judge the value. It can't judge control characters, time zones and
    /// instants.
    private func isTelling(_ value: JSON) -> Bool {
        guard case .text(_, _, _, _, let pattern, _) = shape, let text = value.text else {
            return true
        }
        let isOfTimeZone = pattern?.contains("UTC") == true
        let isControlled = text.contains("\u{1}") && pattern == nil
        return !isControlled && !(isOfTimeZone && text.contains("://"))
    }

    private static let samples = [
        "UTC", "Europe/Rome", "2999-11-20T18:04:05.123Z", "2999-11-20", "+1 (201) 555-0123",
        "2015550123", "+0 201 555 0123", "+1201555012345678", "482 913", "48291", "48291x",
        "https://example.org/hook", "ftp://example.org/", "A-secret_of-16-characters",
        "too-short", "$scrypt$15$8$1$", "https://example.org/ \u{e9}",
    ]
}
