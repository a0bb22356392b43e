/// Finds the places of a page and the context of each. It understands as much HTML as the hub's own
/// pages use.
struct TemplateReader {
    /// What is JSON, and stands in script elements only.
    private static let jsonPlaces: Set<String> = ["state", "texts", "sharedTexts"]

    private let bytes: [UInt8]
    private var index = 0
    /// Where the piece begins that is being read.
    private var begin = 0
    private var pieces: [Template.Piece] = []
    private var rows: [String: Template] = [:]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() throws(Template.Fault) -> ([Template.Piece], [String: Template]) {
        // Most files have no places.
        if bytes[...].firstOccurrence(of: "{{") == nil { index = bytes.count }
        while index < bytes.count {
            if isAt("<template id=\"") {
                try readRow()
            } else if isAt("<!--") {
                skip(past: "-->")
            } else if bytes[index] == UInt8(ascii: "<"), isTagName(at: index + 1) {
                try readTag()
            } else {
                try step(.content)
            }
        }
        endPiece()
        return (pieces, rows)
    }

    /// Goes on by a byte, or by a place that may stand here.
    private mutating func step(
        _ setting: Template.Setting?, else reason: String = ""
    ) throws(Template.Fault) {
        guard isAt("{{"), let close = bytes[index...].firstOccurrence(of: "}}") else {
            index += 1
            return
        }
        let name = String(decoding: bytes[(index + 2)..<close.lowerBound], as: UTF8.self)
        guard let setting else { throw Template.Fault(place: name, reason: reason) }
        guard Self.jsonPlaces.contains(name) == (setting == .json) else {
            throw Template.Fault(
                place: name,
                reason: setting == .json
                    ? "a script takes JSON" : "JSON stands in a script only")
        }
        endPiece()
        pieces.append(.place(name, setting))
        index = close.upperBound
        begin = index
    }

    private mutating func endPiece() {
        if begin < index { pieces.append(.html(Array(bytes[begin..<index]))) }
        begin = index
    }

    private mutating func readRow() throws(Template.Fault) {
        endPiece()
        skip(past: "<template id=\"")
        let id = index
        skip(past: "\">")
        let content = index
        skip(past: "</template>")
        let row = bytes[content..<max(content, index - "</template>".utf8.count)]
        rows[String(decoding: bytes[id..<(content - 2)], as: UTF8.self)] =
            try Template(Array(row))
        begin = index
    }

    private mutating func readTag() throws(Template.Fault) {
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            let quote = bytes[index]
            try step(nil, else: "it stands in a tag, but not in a quoted attribute")
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
            while index < bytes.count, bytes[index] != quote { try step(.attribute) }
            index += 1
        }
        index = min(index + 1, bytes.count)
        let tag = bytes[start..<index]
        if tag.starts(with: "<script".utf8) {
            let isJSON = tag.firstOccurrence(of: "application/json") != nil
            while index < bytes.count, !isAt("</script") {
                try step(isJSON ? .json : nil, else: "it stands in a program")
            }
        } else if tag.starts(with: "<style".utf8) {
            while index < bytes.count, !isAt("</style") {
                try step(nil, else: "it stands in a style sheet")
            }
        }
    }

    private func isAt(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }

    /// Whether a letter stands there, the slash of an end tag, or a place.
    private func isTagName(at index: Int) -> Bool {
        guard index < bytes.count else { return false }
        return (97...122).contains(bytes[index] | 0x20) || "/{".utf8.contains(bytes[index])
    }

    /// Goes to the end of the text, or of the page.
    private mutating func skip(past text: StaticString) {
        index = bytes[index...].firstOccurrence(of: text)?.upperBound ?? bytes.count
    }
}

extension ArraySlice<UInt8> {
    /// Returns where `text` occurs first; `nil` if it does not. The hub reads all pages before it
    /// listens, and the standard library's `firstRange(of:)` would take most of that time.
    func firstOccurrence(of text: StaticString) -> Range<Int>? {
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
