import HTTPTypes

/// Writes the heads of requests and responses.
enum MessageHead {
    static func encode(startLine: [UInt8], _ fields: HTTPFields) -> [UInt8] {
        var bytes = startLine
        bytes.reserveCapacity(startLine.count + fields.count * 48 + 4)
        bytes.append(contentsOf: "\r\n".utf8)
        for field in fields {
            bytes.append(contentsOf: field.name.rawName.utf8)
            bytes.append(contentsOf: ": ".utf8)
            field.withUnsafeBytesOfValue { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: "\r\n".utf8)
        }
        bytes.append(contentsOf: "\r\n".utf8)
        return bytes
    }
}
