import HTTPTypes

extension HTTPFields {
    /// Whether a list field contains `token`, which has to be lowercase, in any case of letters.
    ///
    /// Does not check the rest of the list: `Upgrade` and `Connection` may name other protocols,
    /// such as `HTTP/2.0`.
    func hasToken(_ token: String, in name: HTTPField.Name) -> Bool {
        self[values: name].contains { value in
            Self.isEqual(value.utf8, token)
                || value.utf8.split(separator: UInt8(ascii: ",")).contains { element in
                    Self.isEqual(Self.trimmed(element), token)
                }
        }
    }

    /// Returns the field's value if the field was sent exactly once.
    func onlyValue(of name: HTTPField.Name) -> String? {
        let values = self[values: name]
        return values.count == 1 ? values[0] : nil
    }

    /// The elements of `Sec-WebSocket-Extensions`, in order of preference. Empty if there is no
    /// such field, `nil` if it is malformed (RFC 6455, 9.1).
    var extensions: [ExtensionElement]? {
        guard contains(.secWebSocketExtensions) else { return [] }
        var scanner = FieldScanner(self[values: .secWebSocketExtensions])
        return scanner.list { ExtensionElement(&$0) }
    }

    /// The offered subprotocols, in order of preference. Empty if there is no such field, `nil` if
    /// it is malformed or names one twice (RFC 6455, 4.1, point 10 of the request).
    var subprotocols: [String]? {
        let values = self[values: .secWebSocketProtocol]
        if values.count <= 1, values.allSatisfy(FieldScanner.isToken) { return values }
        var scanner = FieldScanner(values)
        guard let names = scanner.list(of: { $0.token() }) else { return nil }
        return Set(names).count == names.count ? names : nil
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        func isSpace(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        }
        var trimmed = text.drop(while: isSpace)
        while let last = trimmed.last, isSpace(last) { trimmed.removeLast() }
        return trimmed
    }

    /// Compares in any case of ASCII letters only. `String.lowercased` would also turn the kelvin
    /// sign into a k.
    private static func isEqual(_ text: some Sequence<UInt8>, _ token: String) -> Bool {
        text.elementsEqual(token.utf8) { byte, expected in
            (byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte) == expected
        }
    }
}
