/// Writes content lines: folded at 75 octets and never inside a character, with CRLF.
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

    /// Appends lines that are written already.
    mutating func append(bytes: [UInt8]) { self.bytes += bytes }

    /// A text as a value (RFC 5545 3.3.11).
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\n": escaped += "\\n"
            case "\\", ";", ",":
                escaped += "\\"
                escaped.unicodeScalars.append(character)
            case "\t": escaped += "\t"
            // Other control characters are legal nowhere.
            case _ where character.value < 0x20 || character.value == 0x7F: break
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// A name without line breaks and quotation marks, as a parameter.
    static func parameter(_ text: String) -> String {
        let plain = text.unicodeScalars.allSatisfy {
            $0 != ":" && $0 != ";" && $0 != "," && $0.value >= 0x20
        }
        return plain ? text : "\"" + text + "\""
    }
}
