import JSON
import ScreenClient
import Sync
import TestSupport
import Testing

/// A client written from the protocol page. Keeps a copy of each watched view, by its messages
/// alone.
struct Screen {
    struct Copy: Equatable {
        var epoch = ""
        var rev: Int
        var document: JSON
    }

    let principal: Principal
    var id: ClientID?
    var isCongested = false
    /// Kept across reconnects, to resume with `since`.
    var copies: [String: Copy] = [:]
    var epoch = ""
    /// The current views, for which `live` was received.
    var watched: Set<String> = []
    /// The number of answers that are due for each mutation of this connection, by id.
    var awaited: [String: Int] = [:]
    /// The revision of the last ack, for the journal and for boards in memory.
    private var lastAckRevs: [Bool: Int] = [:]

    init(principal: Principal) { self.principal = principal }

    mutating func disconnected() {
        id = nil
        isCongested = false
        watched = []
        awaited = [:]
        lastAckRevs = [:]
    }

    /// - Parameter rev: the venue's durable revision when the message was sent.
    mutating func hear(_ message: JSON, rev: Int) throws {
        let view = message["view"]?.text ?? ""
        switch message["type"]?.text {
        case "welcome":
            epoch = message["epoch"]?.text ?? ""
            expectEqual(message["rev"]?.integer, rev)
        case "subscribed": watched.remove(view)
        case "snapshot":
            let document = try #require(message["doc"])
            copies[view] = Copy(
                epoch: message["epoch"]?.text ?? "",
                rev: try #require(message["rev"]?.integer), document: document)
            expectHash(message, of: document)
        case "diff":
            let copy = try #require(copies[view])
            try #require(message["from"]?.integer == copy.rev)
            let document = try JSONPatch.apply(
                try #require(message["patch"]?.elements), to: copy.document)
            copies[view] = Copy(
                epoch: copy.epoch, rev: try #require(message["rev"]?.integer), document: document)
            expectHash(message, of: document)
        case "live":
            #expect(message["rev"]?.integer == rev || copies[view]?.epoch != epoch)
            watched.insert(view)
        case "error":
            watched.remove(view)
            copies[view] = nil
        case "ack":
            let ackRev = try #require(message["rev"]?.integer)
            let isKept = message["durable"] == "disk"
            #expect(ackRev <= rev || !isKept)
            if message["replayed"] == nil {
                #expect(ackRev > lastAckRevs[isKept, default: 0])
                #expect(
                    copies.allSatisfy { view, copy in
                        copy.rev < ackRev || (copy.epoch == epoch) != isKept
                            || !watched.contains(view)
                    },
                    "a diff came before the ack of its own event")
                lastAckRevs[isKept] = ackRev
            }
            answered(message)
        case "reject": answered(message)
        case "pong": #expect(message["rev"]?.integer ?? .max <= rev)
        default: Issue.record("an unknown message: \(message.canonicalText)")
        }
    }

    private func expectHash(_ message: JSON, of document: JSON) {
        expectEqual(message["hash"]?.text, DocumentHash(of: document).text)
    }

    private mutating func answered(_ message: JSON) {
        let id = message["id"]?.text ?? ""
        awaited[id, default: 0] -= 1
        #expect(awaited[id] ?? 0 >= 0, "an answer that nobody asked for")
    }
}
