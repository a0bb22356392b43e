/// Writes content lines with CRLF, folded at 75 octets and never inside a character.
struct LineWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ line: String) {
        var left = 75
        for character in line.unicodeScalars {
            let count = UTF8.width(character)
            if count > left {
                bytes += [0x0D, 0x0A, 0x20]
                left = 74
            }
            bytes += UTF8.encode(character)!
            left -= count
        }
        bytes += [0x0D, 0x0A]
    }

    /// Appends lines that are already encoded.
    mutating func append(bytes: [UInt8]) { self.bytes += bytes }

    /// Returns a text escaped as a TEXT value (RFC 5545 3.3.11).
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\n": escaped += "\\n"
            case "\\", ";", ",":
                escaped += "\\"
                escaped.unicodeScalars.append(character)
            case "\t": escaped += "\t"
            // No other control character is allowed.
            case _ where character.value < 0x20 || character.value == 0x7F: break
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// Returns a parameter value, quoted if necessary. It must not contain quotation marks.
    static func parameter(_ text: String) -> String {
        let plain = text.unicodeScalars.allSatisfy {
            $0 != ":" && $0 != ";" && $0 != "," && $0.value >= 0x20
        }
        return plain ? text : "\"" + text + "\""
    }
}
