/// A page with places to fill in, such as `{{name}}`. It is parsed once, because it is filled in
/// for each request.
///
/// Where a place stands decides how it is filled (`Setting`), so no value can become more than it
/// is. `<template>` elements are the page's rows, and no part of it.
package struct Template: Sendable {
    /// What fills a place.
    package enum Value: Sendable {
        case text(String)
        /// HTML that was made here, such as filled rows.
        case html([UInt8])
        case json([UInt8])
    }

    /// Where a place stands.
    enum Setting: Sendable {
        /// Between tags: takes text, which is escaped, and HTML.
        case content
        /// In a quoted attribute: takes text, which is escaped.
        case attribute
        /// In a script element with JSON: takes JSON.
        case json
    }

    /// Why a page is refused: a value could mean something else where the place stands.
    struct Fault: Error {
        let place: String
        let reason: String
    }

    enum Piece: Sendable {
        case html([UInt8])
        case place(String, Setting)
    }

    private let pieces: [Piece]
    private let rows: [String: Template]

    init(_ html: [UInt8]) throws(Fault) {
        var reader = TemplateReader(html)
        (pieces, rows) = try reader.read()
    }

    /// Parses a page, and fills in some places for good.
    ///
    /// - Parameter replacement: returns the HTML for a place, which may contain other places; `nil`
    ///   to keep the place.
    init(_ html: [UInt8], replacing replacement: (_ place: String) -> String?) throws(Fault) {
        var result: [UInt8] = []
        var rest = html[...]
        while let open = rest.firstOccurrence(of: "{{"),
            let close = rest[open.upperBound...].firstOccurrence(of: "}}")
        {
            let name = String(decoding: rest[open.upperBound..<close.lowerBound], as: UTF8.self)
            result += rest[..<open.lowerBound]
            if let html = replacement(name) {
                result += html.utf8
            } else {
                result += rest[open.lowerBound..<close.upperBound]
            }
            rest = rest[close.upperBound...]
        }
        try self.init(result + rest)
    }

    /// Returns the page with all places filled whose names are known. Values are not searched for
    /// places, so a guest's name can't contain one.
    package func filled(_ values: [String: Value]) -> [UInt8] {
        var result: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .html(let bytes): result += bytes
            case .place(let name, let setting):
                guard let value = values[name] else {
                    result += "{{\(name)}}".utf8
                    continue
                }
                switch (setting, value) {
                case (.content, .html(let bytes)): result += bytes
                case (.content, .text(let text)), (.attribute, .text(let text)):
                    result += Self.escaped(text).utf8
                case (.json, .json(let bytes)): result += Self.embedded(bytes)
                // It would mean something else here.
                default: break
                }
            }
        }
        return result
    }

    /// Returns the template in `<template id="…">`; `nil` if there is none.
    func row(_ id: String) -> Template? { rows[id] }

    /// Escapes JSON for a script element, which only `<` can end. The search is by bytes, because a
    /// `<` can combine with its neighbours into one `Character`.
    private static func embedded(_ json: [UInt8]) -> [UInt8] {
        let pieces = json.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        return Array(pieces.joined(separator: "\\u003c".utf8))
    }

    /// Escapes text for HTML, between tags and in quoted attributes.
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
