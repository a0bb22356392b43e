import WebSocket

/// The bytes that hostile peers send to the hub at `port`. Shares no code with the hub's codecs
/// except the compression.
public struct HostileBytes: Sendable {
    public let port: Int
    /// The token of a display.
    public let token: String
    /// The secrets that an attack got before it began, by the attack's names for them.
    var secrets: [String: String] = [:]
    /// The context for a hub with https.
    var tlsContext: PeerTLSContext?

    public init(port: Int, token: String) {
        self.port = port
        self.token = token
    }

    /// Returns a request up to its last field, without the empty line.
    func head(_ start: String, _ fields: [String] = []) -> [UInt8] {
        let lines = ["\(start) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields
        return Array(lines.map { $0 + "\r\n" }.joined().utf8)
    }

    func request(_ start: String, _ fields: [String] = []) -> [UInt8] {
        head(start, fields) + Array("\r\n".utf8)
    }

    private static let upgradeFields = [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: tablecast.v1",
    ]

    func upgrade(_ fields: [String]) -> [UInt8] {
        request("GET /v1/main/sync", Self.upgradeFields + fields)
    }

    var upgrade: [UInt8] { upgrade(["Authorization: Bearer \(token)"]) }

    var deflatingUpgrade: [UInt8] {
        upgrade([
            "Authorization: Bearer \(token)", "Sec-WebSocket-Extensions: permessage-deflate",
        ])
    }

    /// Returns a client's frame with a mask of zero, for a payload below 64 KiB.
    static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let count =
            payload.count < 126
            ? [0x80 | UInt8(payload.count)]
            : [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        return [first] + count + [0, 0, 0, 0] + payload
    }

    static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

    /// Returns only the head of a frame with this length.
    static func announcement(_ first: UInt8, of count: UInt64) -> [UInt8] {
        let digits = stride(from: 56, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: count >> UInt64($0))
        }
        return [first, 0xFF] + digits + [0, 0, 0, 0]
    }

    /// Returns a request with one of the secrets.
    func request(
        _ start: String, as name: String, _ fields: [String] = [], content: String = ""
    ) -> [UInt8] {
        var fields = fields + ["Authorization: Bearer \(secrets[name] ?? "")"]
        if !content.isEmpty { fields.append("Content-Length: \(content.utf8.count)") }
        return request(start, fields) + Array(content.utf8)
    }

    /// Returns the request for a change.
    ///
    /// - Parameter arguments: The members of a JSON object.
    func mutation(
        _ action: String, _ arguments: String, id: String = "m", as name: String
    ) -> [UInt8] {
        request(
            "POST /v1/main/mutations", as: name,
            content: Self.mutationText(action, arguments, id: id))
    }

    static func mutationText(_ action: String, _ arguments: String, id: String) -> String {
        #"{"type":"mutate","id":"\#(id)","action":"\#(action)","args":{\#(arguments)}}"#
    }

    /// Enough invalid messages to make the hub close the connection, after it has answered earlier
    /// messages.
    static let badMessages = repeated(text("[{}]"), times: 10)

    /// Returns a plan that sends requests at once and waits until all are answered.
    ///
    /// - Parameter expected: The allowed outcomes of the first request: `ended` stands for success.
    func conversation(
        _ name: String, _ requests: [[UInt8]], gets expected: Set<PeerOutcome>
    ) -> PeerPlan {
        let last = request("GET /healthz", ["Connection: close"])
        return PeerPlan(name, [.send(Array(requests.joined()) + last)], gets: expected)
    }

    /// Returns a request with nearly the largest head, each part of which has many small ones.
    var bigRequest: [UInt8] {
        func many(_ text: String, _ bytes: Int) -> String {
            String(repeating: text, count: bytes / text.utf8.count)
        }
        return request(
            "GET /display?\(many("a=b&", 8_000))",
            [
                "Accept: \(many("a/b;q=0.1, ", 8_000))", "Cookie: \(many("a=b; ", 8_000))",
                "Cookie: tablecast=\(many("a~", 7_900))",
                "Accept-Language: \(many("a-b;q=0.1, ", 8_000))",
            ])
    }

    static func repeated(_ bytes: [UInt8], times: Int) -> [UInt8] {
        Array(repeatElement(bytes, count: times).joined())
    }

    /// A text message of 10 MiB, compressed to about 10 KiB.
    static let bomb = WebSocketEncoder.text(
        [UInt8](repeating: UInt8(ascii: " "), count: 10_485_760), deflatedBy: Deflater(),
        under: DeflateAgreement(), maskedBy: 7)

    /// A valid message of 16 KiB, compressed to about 50 bytes.
    static let blownUpPing = WebSocketEncoder.text(
        Array(#"{"type":"ping","n":1}"#.utf8)
            + [UInt8](repeating: UInt8(ascii: " "), count: 16_000),
        deflatedBy: Deflater(), under: DeflateAgreement(), maskedBy: 7)

    /// The first message of OpenSSL's client (TLS 1.3, to `localhost`). It can be sent any number
    /// of times.
    static let clientHello = bytes(hex: clientHelloBegin) + [UInt8](repeating: 0, count: 228)

    private static func bytes(hex: String) -> [UInt8] {
        let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }

    private static let clientHelloBegin = """
        1603010200010001fc0303e69b4e254a956fc8059c8166290bdbd98bdcfa8dcb00085777fdc92d2196cc8a20
        b143778053b304e28103b49b0981b060f779c07fe211fb370fad37133443199b0024130213031301c02cc030
        c02bc02fcca9cca8c024c028c023c027009f009e006b006700ff0100018f0000000e000c0000096c6f63616c
        686f7374000b000403000102000a00160014001d0017001e0019001801000101010201030104002300000016
        000000170000000d002a0028040305030603080708080809080a080b08040805080604010501060103030301
        0302040205020602002b00050403040303002d00020101003300260024001d0020000b22cc751f185a49418d
        1755c30f0ef160cd292f1cb2e0ae5d39ab8c74682d001500e4
        """
}
