/// A page with places to fill in, such as `{{name}}`. It is parsed once, because it is filled in
/// for each request.
package struct Template: Sendable {
    private enum Piece {
        case text([UInt8])
        case place(String)
    }

    private let pieces: [Piece]
    private let rows: [String: Template]

    init(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes[...], rows: Self.rows(in: bytes[...]))
    }

    /// Parses a page, and fills in some places for good.
    ///
    /// - Parameter replacement: returns the text for a place, which may contain other places; `nil`
    ///   to keep the place.
    init(_ text: String, replacing replacement: (_ place: String) -> String?) {
        let pieces = Template(text).pieces.map { piece in
            switch piece {
            case .text(let bytes): String(decoding: bytes, as: UTF8.self)
            case .place(let name): replacement(name) ?? "{{\(name)}}"
            }
        }
        self.init(pieces.joined())
    }

    private init(_ bytes: ArraySlice<UInt8>, rows: [String: Template]) {
        var pieces: [Piece] = []
        var rest = bytes
        while let open = rest.firstOccurrence(of: "{{"),
            let close = rest[open.upperBound...].firstOccurrence(of: "}}")
        {
            pieces.append(.text(Array(rest[..<open.lowerBound])))
            let name = rest[open.upperBound..<close.lowerBound]
            pieces.append(.place(String(decoding: name, as: UTF8.self)))
            rest = rest[close.upperBound...]
        }
        self.pieces = pieces + [.text(Array(rest))]
        self.rows = rows
    }

    /// Parses the `<template id="…">` elements of a page, by their ids.
    private static func rows(in bytes: ArraySlice<UInt8>) -> [String: Template] {
        var rows: [String: Template] = [:]
        var rest = bytes
        while let open = rest.firstOccurrence(of: "<template id=\""),
            let quote = rest[open.upperBound...].firstOccurrence(of: "\">"),
            let close = rest[quote.upperBound...].firstOccurrence(of: "</template>")
        {
            let id = String(decoding: rest[open.upperBound..<quote.lowerBound], as: UTF8.self)
            rows[id] = Template(rest[quote.upperBound..<close.lowerBound], rows: [:])
            rest = rest[close.upperBound...]
        }
        return rows
    }

    /// Returns the page with all places filled whose names are known. Values are not searched for
    /// places, so a guest's name can't contain one. Nothing is escaped.
    package func filled(_ values: [String: String]) -> [UInt8] {
        var result: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .text(let bytes): result += bytes
            case .place(let name): result += (values[name] ?? "{{\(name)}}").utf8
            }
        }
        return result
    }

    /// Returns the template in `<template id="…">`; `nil` if there is none.
    func row(_ id: String) -> Template? { rows[id] }

    /// Escapes JSON for a script element, which only `<` can end. The search is by bytes, because a
    /// `<` can combine with its neighbours into one `Character`.
    static func embedded(_ json: [UInt8]) -> String {
        let pieces = json.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        var bytes = Array(pieces[0])
        for piece in pieces.dropFirst() {
            bytes += "\\u003c".utf8
            bytes += piece
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Escapes text for HTML, between tags and in quoted attributes.
    package static func escaped(_ text: String) -> String {
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

extension ArraySlice<UInt8> {
    /// Returns where `text` occurs first; `nil` if it does not. The hub reads all pages before it
    /// listens, and the standard library's `firstRange(of:)` would take most of that time.
    fileprivate func firstOccurrence(of text: StaticString) -> Range<Int>? {
        text.withUTF8Buffer { text in
            guard let first = text.first else { return nil }
            var rest = self
            while let start = rest.firstIndex(of: first) {
                if rest[start...].starts(with: text) { return start..<start + text.count }
                rest = rest[(start + 1)...]
            }
            return nil
        }
    }
}
