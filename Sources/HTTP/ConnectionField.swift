import HTTPTypes

/// The `Connection` field (RFC 9112 section 9.3).
enum ConnectionField {
    static func keepsAlive(_ fields: HTTPFields, minorVersion: Int) -> Bool {
        let options = fields[values: .connection]
        if FieldList.contains("close", in: options) { return false }
        return minorVersion == 1 || FieldList.contains("keep-alive", in: options)
    }
}
