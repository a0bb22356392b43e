/// Extracts the hub's answer to a hostile peer from its bytes. Shares no code with the hub's
/// codecs.
struct AnswerReader {
    private enum Place {
        case start
        case head
        case frames
        /// Further input is ignored.
        case rest
        case alert
    }

    private static let headBytesMax = 16_384

    private var place = Place.start
    private var pending: [UInt8] = []
    /// The number of bytes of a head's end that have arrived.
    private var endCount = 0
    /// The number of payload bytes of a frame that are still to be skipped.
    private var payloadLeft = 0

    private(set) var hasBegun = false
    /// The status of the first answer.
    private(set) var status: Int?
    private(set) var closeCode: Int?
    private(set) var alert: Int?

    /// The hub's final answer, or `nil` if it did not refuse the peer.
    var verdict: PeerOutcome? {
        if let closeCode { return .closeCode(closeCode) }
        if let alert { return .alert(alert) }
        return status.flatMap { $0 >= 400 ? .status($0) : nil }
    }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        hasBegun = true
        var rest = bytes[...]
        while let byte = rest.first {
            switch place {
            case .start:
                // A TLS record begins with its type: 21 is an alert, 22 a handshake.
                place = byte == 21 ? .alert : byte < 32 ? .rest : .head
            case .head, .alert: take(rest.removeFirst())
            case .frames:
                let passed = min(payloadLeft, rest.count)
                payloadLeft -= passed
                rest = rest.dropFirst(passed)
                if let byte = rest.popFirst() { take(byte) }
            case .rest: return
            }
        }
    }

    private mutating func take(_ byte: UInt8) {
        pending.append(byte)
        switch place {
        case .head: takeHead()
        case .frames: takeFrame()
        case .alert:
            guard pending.count == 7 else { return }
            alert = Int(pending[6])
            place = .rest
        case .start, .rest: break
        }
    }

    private mutating func takeHead() {
        // An empty line ends the head.
        let expected: UInt8 = endCount % 2 == 0 ? 13 : 10
        let byte = pending[pending.count - 1]
        endCount = byte == expected ? endCount + 1 : byte == 13 ? 1 : 0
        guard endCount == 4 else {
            if pending.count > Self.headBytesMax { place = .rest }
            return
        }
        // The line begins with `HTTP/1.1 408 `, for example.
        status = Int(String(decoding: pending.dropFirst(9).prefix(3), as: UTF8.self))
        pending = []
        place = status == 101 ? .frames : .rest
    }

    /// Reads a server's frame (RFC 6455, section 5.2), which is never masked.
    private mutating func takeFrame() {
        guard pending.count >= 2 else { return }
        let length = Int(pending[1] & 0x7F)
        let headCount = length == 126 ? 4 : length == 127 ? 10 : 2
        guard pending.count >= headCount else { return }
        let payloadCount =
            length < 126 ? length : pending[2..<headCount].reduce(0) { $0 << 8 | Int($1) }
        guard pending[0] & 0x0F == 8 else {
            payloadLeft = payloadCount
            pending = []
            return
        }
        guard payloadCount < 2 || pending.count == headCount + 2 else { return }
        closeCode =
            payloadCount < 2 ? 1005 : Int(pending[headCount]) << 8 | Int(pending[headCount + 1])
        place = .rest
    }
}
