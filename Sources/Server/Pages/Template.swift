import JSON

/// A page with places to fill in: `{{name}}`.
struct Template {
    private let text: String

    init(_ text: String) { self.text = text }

    /// The text with every place filled whose name is known. What is filled in is not looked at
    /// again, so a guest's name can't name a place. Nothing is escaped here.
    func filled(_ values: [String: String]) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "{{") {
            result += rest[..<open.lowerBound]
            rest = rest[open.upperBound...]
            guard let close = rest.firstRange(of: "}}") else { return result + "{{" + rest }
            let name = String(rest[..<close.lowerBound])
            result += values[name] ?? "{{\(name)}}"
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    /// What stands in `<template id="…">`, as the template of a row; `nil` when there is none.
    func row(_ id: String) -> Template? {
        guard let open = text.firstRange(of: "<template id=\"\(id)\">"),
            let close = text[open.upperBound...].firstRange(of: "</template>")
        else { return nil }
        return Template(String(text[open.upperBound..<close.lowerBound]))
    }

    /// JSON as it may stand in a script element, which nothing but `<` can end. Looked for by bytes:
    /// some characters draw a `<` that follows into one character with themselves.
    static func embedded(_ json: JSON) -> String {
        var bytes: [UInt8] = []
        for byte in json.canonical {
            if byte == UInt8(ascii: "<") {
                bytes += Array("\\u003c".utf8)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Text as it may stand in HTML, between tags and in attributes with quotes.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
