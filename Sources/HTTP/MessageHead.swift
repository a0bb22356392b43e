import HTTPTypes

/// Writes the heads of requests and responses.
enum MessageHead {
    private static let lineEnd = [ASCII.carriageReturn, ASCII.lineFeed]

    static func encode(startLine: [UInt8], _ fields: HTTPFields) -> [UInt8] {
        var bytes = startLine
        bytes.reserveCapacity(startLine.count + fields.count * 48 + 4)
        bytes.append(contentsOf: lineEnd)
        for field in fields {
            bytes.append(contentsOf: field.name.rawName.utf8)
            bytes.append(ASCII.colon)
            bytes.append(ASCII.space)
            field.withUnsafeBytesOfValue { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: lineEnd)
        }
        bytes.append(contentsOf: lineEnd)
        return bytes
    }
}
