import HTTP
import HTTPTypes
import JSON
import Sync
import WebSocket

/// A whole connection without its sockets: everything between a peer's bytes and the venue,
/// assembled as in the server.
struct ConnectionOracle {
    let boards: (VenueRecord) -> [any Board]

    private static let head =
        "GET /v1/main/sync HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        + "Sec-WebSocket-Protocol: tablecast.v1\r\n\r\n"

    func check(_ input: [UInt8]) {
        let cuts = Cuts(input)
        // Odd inputs contain a handshake. Even inputs get a valid one.
        let start = (input.first ?? 0) & 1 == 0 ? Array(Self.head.utf8)[...] : []
        let whole = answers(to: [start + cuts.whole])
        precondition(whole == answers(to: [start] + cuts.pieces), "the cuts show in the answers")
    }

    private func answers(to pieces: [ArraySlice<UInt8>]) -> [[UInt8]] {
        var peer = Peer(boards)
        for piece in pieces where !piece.isEmpty { peer.receive(piece) }
        return peer.answers
    }

    private struct Peer: ~Copyable {
        private static let id = ClientID(number: 1)
        private static let start = Instant(milliseconds: 1_795_197_845_123)

        private(set) var answers: [[UInt8]] = []
        private var request = RequestDecoder()
        private var decoder = WebSocketDecoder(role: .server)
        private var isOpen = false
        private var isOver = false
        private var venue: Venue

        init(_ boards: (VenueRecord) -> [any Board]) {
            let record = VenueRecord(
                slug: "main", epoch: "fuzz", name: "Fuzz", timeZone: "UTC",
                settings: ["labels": "first_initial"], createdAt: Self.start, ticketKey: [1])
            venue = Venue(
                record: record, boards: boards(record),
                dependencies: VenueDependencies(recall: { _ in nil }, digest: { $0 }))
            perform(
                venue.connect(
                    Self.id, as: Principal(role: .host, device: "d_1"), at: Self.start))
        }

        mutating func receive(_ bytes: ArraySlice<UInt8>) {
            guard !isOver else { return }
            guard !isOpen else { return receiveFrames(bytes) }
            bytes.withUnsafeBytes { request.receive($0) }
            while !isOver, !isOpen, let event = request.next() {
                switch event {
                case .head(let head): open(head)
                case .body, .end: break
                case .failed(let failure): end([UInt8(failure.status.code / 100)])
                }
            }
            if isOpen { receiveFrames(request.takeRemainder()[...]) }
        }

        private mutating func open(_ head: RequestHead) {
            let answer = WebSocketHandshake.answer(
                head.request, minorVersion: head.minorVersion,
                subprotocols: [ServerMessage.protocolName])
            switch answer {
            case .upgrade: isOpen = true
            case .refuse(let status, _, _): answers.append([UInt8(status.code / 100)])
            }
        }

        private mutating func receiveFrames(_ bytes: ArraySlice<UInt8>) {
            bytes.withUnsafeBytes { decoder.receive($0) }
            while !isOver, let event = decoder.next() {
                switch event {
                case .text(let message):
                    perform(venue.receive(message, from: Self.id, at: Self.start))
                case .binary: end([3])
                case .ping(let payload): answers.append(WebSocketEncoder.pong(payload))
                case .pong: break
                case .close(let code, _): end(WebSocketEncoder.close(code))
                case .failed(let code, let reason):
                    end(WebSocketEncoder.close(code, reason: reason))
                }
            }
        }

        private mutating func end(_ word: [UInt8]) {
            isOver = true
            answers.append(word)
        }

        /// Performs actions with a journal that writes at once.
        private mutating func perform(_ actions: [Action]) {
            for action in actions {
                switch action {
                case .send(_, let message): answers.append(message.bytes)
                case .broadcast(_, let messages): answers += messages
                case .close(_, let code, _): end([UInt8(code.rawValue / 100)])
                case .make(let make): perform(venue.made(make(), at: Self.start))
                case .write, .inquire, .settle, .published, .rejected, .drifted, .signedOut:
                    break
                }
            }
            guard let batch = venue.takeBatch() else { return }
            while let actions = venue.journaled(batch) { perform(actions) }
        }
    }
}
