import HTTPTypes

/// The field names of nearly every request, in their usual spelling. Looking one up avoids
/// checking, lowercasing and storing it again.
enum KnownFieldNames {
    private static let names: [HTTPField.Name] = [
        .http1Host, .connection, .upgrade, .secWebSocketKey, .secWebSocketVersion,
        .secWebSocketProtocol, .secWebSocketExtensions, .origin, .cookie, .authorization,
        .userAgent, .accept, .acceptEncoding, .acceptLanguage, .cacheControl,
        .contentType, .contentLength, .ifNoneMatch, .referer,
    ]

    /// The entries by length, from 0 on.
    private static let entriesByLength: [[(name: HTTPField.Name, bytes: [UInt8])]] = {
        let entries = names.map { (name: $0, bytes: Array($0.rawName.utf8)) }
        let longest = entries.map(\.bytes.count).max() ?? 0
        return (0...longest).map { length in entries.filter { $0.bytes.count == length } }
    }()

    static func name(spelt bytes: ArraySlice<UInt8>) -> HTTPField.Name? {
        guard bytes.count < entriesByLength.count else { return nil }
        return entriesByLength[bytes.count].first { bytes.elementsEqual($0.bytes) }?.name
    }
}

/// Fields of HTTP/1 only. `HTTPTypes` declares its own names for them unavailable. Both literals
/// are tokens, so the initializer can't fail.
extension HTTPField.Name {
    static let http1Host = HTTPField.Name("Host")!
    static let http1TransferEncoding = HTTPField.Name("Transfer-Encoding")!
}
