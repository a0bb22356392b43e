/// One element of `Accept` or `Accept-Encoding`: a name, parameters, a weight. All in lower case.
struct WeightedElement: Sendable {
    var name: String
    /// What stands before the weight; values without their quotes.
    var parameters: [String: String] = [:]
    var quality = 1.0

    /// The elements of a field's value. One with a malformed weight or parameter is passed over.
    static func parse(_ value: String) -> [WeightedElement] {
        FieldList.split(value).compactMap { WeightedElement($0) }
    }

    init?(_ text: Substring) {
        let parts = FieldList.split(text, at: ASCII.semicolon)
        guard let name = parts.first, !name.isEmpty else { return nil }
        self.name = name.lowercased()
        for part in parts.dropFirst() where !part.isEmpty {
            guard let equals = part.utf8.firstIndex(of: ASCII.equals) else { return nil }
            let name = part[..<equals].lowercased()
            let value = part[part.utf8.index(after: equals)...]
            if name == "q" {
                guard let quality = QualityValue.parse(value) else { return nil }
                self.quality = quality
                // What follows the weight is no parameter of the type (RFC 9110 section 12.5.1).
                return
            }
            parameters[name] = Self.unquoted(value).lowercased()
        }
    }

    private static func unquoted(_ value: Substring) -> Substring {
        let isQuoted = value.utf8.count >= 2 && value.utf8.first == ASCII.quote
        return isQuoted && value.utf8.last == ASCII.quote ? value.dropFirst().dropLast() : value
    }
}
