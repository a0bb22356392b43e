/// One line of an iCalendar file, unfolded: `DTSTART;TZID=Europe/Rome:20260504T193000`.
struct ContentLine {
    /// The number of its first line in the file, from 1.
    let number: Int
    let text: String
    /// In upper case.
    let name: String
    let value: Substring
    private let parameters: Substring

    /// Returns `nil` for a line without a name and a value.
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

    /// Each parameter with its values, as it stands: `TZID=Europe/Rome`.
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

    /// The value of a parameter that has one, without quotation marks.
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

    /// The values of a list of dates or numbers.
    var list: [Substring] { value.split(separator: ",") }

    /// The value as a text: its escapes are read (RFC 5545 3.3.11).
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
