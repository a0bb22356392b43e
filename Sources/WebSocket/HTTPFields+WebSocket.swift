import HTTPTypes

extension HTTPFields {
    /// Whether a list field holds `token`, which is in small letters, in any case of letters. `Upgrade` and `Connection` also
    /// name what this room does not know, such as `HTTP/2.0`, so what else stands in the list is
    /// not judged.
    func hasToken(_ token: String, in name: HTTPField.Name) -> Bool {
        self[values: name].contains { value in
            Self.isEqual(value.utf8, token)
                || value.utf8.split(separator: UInt8(ascii: ",")).contains { element in
                    Self.isEqual(Self.trimmed(element), token)
                }
        }
    }

    /// The field's value if it was sent exactly once.
    func onlyValue(of name: HTTPField.Name) -> String? {
        let values = self[values: name]
        return values.count == 1 ? values[0] : nil
    }

    /// What `Sec-WebSocket-Extensions` names, first choice first; none if there is no such field,
    /// nil if it is malformed (RFC 6455, 9.1).
    var extensions: [ExtensionElement]? {
        guard contains(.secWebSocketExtensions) else { return [] }
        var scanner = FieldScanner(self[values: .secWebSocketExtensions])
        return scanner.list { ExtensionElement(&$0) }
    }

    /// The subprotocols that were offered, first choice first; none if there is no such field, nil
    /// if it is malformed or names one twice (RFC 6455, 4.1, point 10 of the request).
    var subprotocols: [String]? {
        guard contains(.secWebSocketProtocol) else { return [] }
        var scanner = FieldScanner(self[values: .secWebSocketProtocol])
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

    /// In any case of the letters of ASCII: to `String.lowercased` the sign of the kelvin is a k.
    private static func isEqual(_ text: some Sequence<UInt8>, _ token: String) -> Bool {
        text.elementsEqual(token.utf8) { byte, expected in
            (byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte) == expected
        }
    }
}
