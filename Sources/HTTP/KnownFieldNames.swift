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

    private struct Entry {
        var name: HTTPField.Name
        var bytes: [UInt8]

        init(_ name: HTTPField.Name) {
            self.name = name
            bytes = Array(name.rawName.utf8)
        }
    }

    /// The entries by length, from 0 on.
    private static let entriesByLength: [[Entry]] = {
        let entries = names.map(Entry.init)
        let longest = entries.map(\.bytes.count).max() ?? 0
        return (0...longest).map { length in entries.filter { $0.bytes.count == length } }
    }()

    static func name(spelt bytes: ArraySlice<UInt8>) -> HTTPField.Name? {
        guard bytes.count < entriesByLength.count else { return nil }
        return entriesByLength[bytes.count].first { bytes.elementsEqual($0.bytes) }?.name
    }
}
