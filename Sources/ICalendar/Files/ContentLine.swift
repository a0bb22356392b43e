/// An unfolded content line of an iCalendar file: `DTSTART;TZID=Europe/Rome:20260504T193000`.
struct ContentLine {
    /// The number in the file of its first physical line, from 1.
    let number: Int
    let text: String
    /// The property name, in upper case.
    let name: String
    let value: Substring
    private let parameters: Substring

    /// Parses a line, or returns `nil` if it lacks a name or a colon.
    init?(_ text: String, number: Int) {
        let bytes = text.utf8
        var isQuoted = false
        var nameEnd: String.Index?
        var valueStart: String.Index?
        for place in bytes.indices {
            switch bytes[place] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ";") where nameEnd == nil: nameEnd = place
            case UInt8(ascii: ":") where !isQuoted:
                nameEnd = nameEnd ?? place
                valueStart = bytes.index(after: place)
            default: break
            }
            if valueStart != nil { break }
        }
        guard let nameEnd, let valueStart, nameEnd > text.startIndex else { return nil }
        self.number = number
        self.text = text
        name = text[..<nameEnd].uppercased()
        value = text[valueStart...]
        parameters = text[nameEnd..<bytes.index(before: valueStart)]
    }

    /// The parameters as written, such as `TZID=Europe/Rome`.
    var allParameters: [Substring] {
        var found: [Substring] = []
        var rest = parameters.utf8.dropFirst()
        while !rest.isEmpty {
            var isQuoted = false
            let end =
                rest.firstIndex {
                    if $0 == UInt8(ascii: "\"") { isQuoted.toggle() }
                    return !isQuoted && $0 == UInt8(ascii: ";")
                } ?? rest.endIndex
            found.append(Substring(rest[..<end]))
            rest = rest[end...].dropFirst()
        }
        return found
    }

    /// Returns the value of a parameter without its quotation marks.
    func parameter(_ name: String) -> String? {
        for field in allParameters {
            guard let equals = field.firstIndex(of: "="), field[..<equals].uppercased() == name
            else { continue }
            let value = field[field.index(after: equals)...]
            guard value.first == "\"" else { return String(value) }
            return String(value.dropFirst().prefix { $0 != "\"" })
        }
        return nil
    }

    /// The items of a comma-separated value.
    var list: [Substring] { value.split(separator: ",") }

    /// The value with TEXT escapes decoded (RFC 5545 3.3.11).
    var unescaped: String { Self.unescaped(value) }

    static func unescaped(_ value: Substring) -> String {
        guard value.utf8.contains(UInt8(ascii: "\\")) else { return String(value) }
        var text = ""
        var isEscaped = false
        for character in value.unicodeScalars {
            guard isEscaped else {
                if character == "\\" {
                    isEscaped = true
                } else {
                    text.unicodeScalars.append(character)
                }
                continue
            }
            isEscaped = false
            switch character {
            case "n", "N": text.append("\n")
            case "\\", ";", ",", ":", "\"": text.unicodeScalars.append(character)
            default:
                text.append("\\")
                text.unicodeScalars.append(character)
            }
        }
        return isEscaped ? text + "\\" : text
    }
}
