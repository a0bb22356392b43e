/// An element of `Sec-WebSocket-Extensions`: a name with parameters. Their values are tokens, which
/// may be quoted (RFC 6455, 9.1).
struct ExtensionElement {
    struct Parameter {
        let name: String
        let value: String?
    }

    let name: String
    private(set) var parameters: [Parameter] = []

    /// Returns `nil` if the text does not follow the grammar.
    init?(_ scanner: inout FieldScanner) {
        guard let name = scanner.token() else { return nil }
        self.name = name
        scanner.skipSpace()
        while scanner.take(UInt8(ascii: ";")) {
            scanner.skipSpace()
            guard let parameter = Self.parameter(&scanner) else { return nil }
            parameters.append(parameter)
        }
    }

    private static func parameter(_ scanner: inout FieldScanner) -> Parameter? {
        guard let name = scanner.token() else { return nil }
        scanner.skipSpace()
        guard scanner.take(UInt8(ascii: "=")) else { return Parameter(name: name, value: nil) }
        scanner.skipSpace()
        guard let value = scanner.token() ?? scanner.quotedString(), FieldScanner.isToken(value)
        else { return nil }
        scanner.skipSpace()
        return Parameter(name: name, value: value)
    }
}
