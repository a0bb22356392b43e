import HTTPTypes

/// Lists in fields, separated by commas (RFC 9110 section 5.6.1).
enum FieldList {
    /// Splits `text` at separators outside quoted strings, and trims white space. Keeps empty
    /// parts, because only the caller knows whether they are allowed.
    ///
    /// - Parameter countMax: The most parts to return. The rest of `text` is ignored.
    static func split(
        _ text: some StringProtocol, at separator: UInt8 = ASCII.comma, countMax: Int = .max
    ) -> [Substring] {
        let text = Substring(text)
        var parts: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == ASCII.backslash {
                isEscaped = true
            } else if byte == ASCII.quote {
                isQuoted.toggle()
            } else if byte == separator, !isQuoted {
                parts.append(trimmed(text[start..<index]))
                if parts.count == countMax { return parts }
                start = text.utf8.index(after: index)
            }
        }
        parts.append(trimmed(text[start...]))
        return parts
    }

    /// Whether one of `values` lists `token`, ignoring case. The values are those of all lines of a
    /// field.
    static func contains(_ token: String, in values: [String]) -> Bool {
        values.contains { value in
            // Nearly always there is one element, without quotes or white space.
            let isPlain = value.utf8.allSatisfy(ASCII.isToken)
            return isPlain
                ? ASCII.equalsIgnoringCase(value, token)
                : split(value).contains { ASCII.equalsIgnoringCase($0, token) }
        }
    }

    static func trimmed(_ text: Substring) -> Substring {
        var utf8 = text.utf8
        while let first = utf8.first, ASCII.isWhitespace(first) { utf8.removeFirst() }
        while let last = utf8.last, ASCII.isWhitespace(last) { utf8.removeLast() }
        return Substring(utf8)
    }
}

/// The `Connection` field (RFC 9112 section 9.3).
enum ConnectionField {
    static func keepsAlive(_ fields: HTTPFields, minorVersion: Int) -> Bool {
        let options = fields[values: .connection]
        if FieldList.contains("close", in: options) { return false }
        return minorVersion == 1 || FieldList.contains("keep-alive", in: options)
    }
}
