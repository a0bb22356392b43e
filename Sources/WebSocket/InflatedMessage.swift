/// What a compressed message becomes, checked while it does so and not after: it may be a thousand
/// times as long.
struct InflatedMessage {
    private let isText: Bool
    private let bytesMax: Int
    private var validator = UTF8Validator()
    private var bytes: [UInt8] = []

    init(isText: Bool, bytesMax: Int) {
        self.isText = isText
        self.bytesMax = bytesMax
    }

    /// Takes in the next part; gives what is wrong with it, if anything is.
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
