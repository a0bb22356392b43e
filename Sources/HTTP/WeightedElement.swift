/// An element of `Accept` or a similar field: a name, parameters and a weight, in lower case.
struct WeightedElement: Sendable {
    var name: String
    /// The parameters before the weight, without quotes.
    var parameters: [String: String] = [:]
    var quality = 1.0

    /// The most bytes of a field's value that are read. Browsers send a tenth of it. Preferences
    /// are only hints, so the rest may be ignored (RFC 9110 section 12.1).
    private static let bytesMax = 2_048
    private static let countMax = 32
    private static let parameterCountMax = 8

    /// Returns the elements of a field's value. Skips those with a malformed weight or parameter.
    static func parse(_ value: String) -> [WeightedElement] {
        let isCut = value.utf8.count > bytesMax
        let looked = isCut ? Substring(value.utf8.prefix(bytesMax)) : value[...]
        var parts = FieldList.split(looked, countMax: countMax)
        // The last part may be incomplete.
        if isCut, parts.count < countMax { parts.removeLast() }
        return parts.compactMap { WeightedElement($0) }
    }

    init?(_ text: Substring) {
        let parts = FieldList.split(
            text, at: ASCII.semicolon, countMax: Self.parameterCountMax)
        guard let name = parts.first, !name.isEmpty else { return nil }
        self.name = name.lowercased()
        for part in parts.dropFirst() where !part.isEmpty {
            guard let equals = part.utf8.firstIndex(of: ASCII.equals) else { return nil }
            let name = part[..<equals].lowercased()
            let value = part[part.utf8.index(after: equals)...]
            if name == "q" {
                guard let quality = QualityValue.parse(value) else { return nil }
                self.quality = quality
                // Ignore the rest: after the weight, nothing is a parameter of the type (RFC 9110
                // section 12.5.1).
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
