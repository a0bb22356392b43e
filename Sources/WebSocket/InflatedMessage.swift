/// A message that is being inflated. It is checked part by part, because it may become a thousand
/// times as long as the compressed one.
struct InflatedMessage {
    private let isText: Bool
    private let bytesMax: Int
    private var validator = UTF8Validator()
    private var bytes: [UInt8] = []

    init(isText: Bool, bytesMax: Int) {
        self.isText = isText
        self.bytesMax = bytesMax
    }

    /// Appends the next part. Returns the violation if there is one.
    mutating func append(_ part: UnsafeRawBufferPointer) -> ProtocolViolation? {
        guard part.count <= bytesMax - bytes.count else {
            return .messageTooBig("a compressed message becomes longer than \(bytesMax) bytes")
        }
        guard !isText || validator.accept(part) else { return .textIsNotUTF8 }
        bytes.grow(for: part.count, upTo: bytesMax)
        bytes.append(contentsOf: part)
        return nil
    }

    func end() throws(ProtocolViolation) -> [UInt8] {
        guard validator.isComplete else { throw .textEndsInsideCharacter }
        return bytes
    }
}
