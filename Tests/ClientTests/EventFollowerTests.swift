import JSON
import Testing

@testable import Client

struct EventFollowerTests {
    private static func line(_ rev: Int, epoch: String = "e1") -> String {
        #"{"id":"\#(epoch):\#(rev)","rev":\#(rev),"type":"tablecast.waitlist.added"}"# + "\n"
    }

    /// A stream of these lines, which then ends, breaks, or stays open.
    private enum Ending {
        case end
        case cut
        case open
    }

    private static func stream(_ text: String, then ending: Ending) -> TestResponder {
        TestResponder { _, stream in
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            let size = String(text.utf8.count, radix: 16)
            let chunk = text.isEmpty ? "" : "\(size)\r\n\(text)\r\n"
            stream.trickle(Array((head + chunk).utf8))
            switch ending {
            case .end: stream.deliver(Array("0\r\n\r\n".utf8))
            case .cut: stream.cut()
            case .open: break
            }
        }
    }

    private func follower(
        in world: TestWorld, _ request: EventFollower.Request = .init()
    ) -> EventFollower {
        EventFollower(
            TestWorld.address, venue: "main", token: "t0ken", request: request, in: world)
    }

    /// Returns the revisions that arrive, until there are `count` or an hour has passed without
    /// one.
    private func revisions(_ count: Int, of follower: EventFollower) throws(ClientError) -> [Int] {
        var revisions: [Int] = []
        while revisions.count < count, let event = try follower.next(timeout: .seconds(3_600)) {
            revisions.append(event["rev"]?.integer ?? -1)
        }
        return revisions
    }

    @Test func `requests lines of JSON from the beginning`() throws {
        let responder = Self.stream(Self.line(1) + Self.line(2), then: .open)
        let follower = follower(in: TestWorld([responder]))
        #expect(try revisions(2, of: follower) == [1, 2])
        #expect(follower.rev == 2)
        #expect(responder.requestLines.first == "GET /v1/main/events?since=0 HTTP/1.1")
        #expect(responder.field("Accept") == "application/x-ndjson")
        #expect(responder.field("Authorization") == "Bearer t0ken")
        #expect(responder.field("Last-Event-ID") == nil)
    }

    @Test func `returns every event once across reconnections`() throws {
        let torn = Self.line(3).dropLast(20)
        let first = Self.stream(Self.line(1) + Self.line(2) + torn, then: .cut)
        let second = Self.stream("\n" + Self.line(2) + Self.line(3) + "\r\n", then: .end)
        // This stream begins too early, and has a gap.
        let third = Self.stream(Self.line(1) + Self.line(4) + Self.line(6), then: .open)
        let fourth = Self.stream(Self.line(5) + Self.line(6), then: .open)
        let world = TestWorld([first, nil, second, third, fourth])
        let follower = follower(in: world)
        #expect(try revisions(6, of: follower) == [1, 2, 3, 4, 5, 6])
        #expect(second.requestLines.first == "GET /v1/main/events?since=2 HTTP/1.1")
        #expect(second.field("Last-Event-ID") == "e1:2")
        #expect(fourth.field("Last-Event-ID") == "e1:4")
        #expect(world.dialCount == 5)
    }

    @Test func `ends at the requested revision`() throws {
        let responder = Self.stream(Self.line(4) + Self.line(5), then: .end)
        let world = TestWorld([responder])
        let follower = follower(in: world, .init(since: 3, until: 5))
        #expect(try revisions(9, of: follower) == [4, 5])
        #expect(follower.isFinished)
        #expect(try follower.next(timeout: .seconds(1)) == nil)
        #expect(world.dialCount == 1)
        #expect(responder.requestLines.first == "GET /v1/main/events?since=3&until=5 HTTP/1.1")
    }

    @Test func `returns rejected mutations only on request`() throws {
        let rejected = #"{"type":"tablecast.rejected","id":"e:rejected:7:0"}"# + "\n"
        // A resumed connection sends it again.
        let lines = Self.line(1) + rejected + rejected + Self.line(2)
        #expect(
            try revisions(2, of: follower(in: TestWorld([Self.stream(lines, then: .open)])))
                == [1, 2])
        let responder = Self.stream(lines, then: .open)
        let curious = follower(
            in: TestWorld([responder]), .init(since: nil, includesRejected: true))
        #expect(try revisions(3, of: curious) == [1, -1, 2])
        #expect(responder.requestLines.first == "GET /v1/main/events?rejected=1 HTTP/1.1")
    }

    @Test func `throws when the epoch changes`() throws {
        let world = TestWorld([
            Self.stream(Self.line(1), then: .end),
            Self.stream(Self.line(2, epoch: "e2"), then: .open),
        ])
        let follower = follower(in: world)
        #expect(try revisions(1, of: follower) == [1])
        #expect(
            throws: ClientError.refused(
                status: 409, detail: "The journal was replaced.")
        ) {
            try revisions(1, of: follower)
        }
    }

    @Test func `throws a refusal, and connect fails at once`() throws {
        let refused = TestResponder(status: "403 Forbidden", body: #"{"detail":"Not yours"}"#)
        let expected = ClientError.refused(status: 403, detail: "Not yours")
        let follower = follower(in: TestWorld([refused]))
        #expect(throws: expected) { try follower.next(timeout: .seconds(1)) }
        let alone = self.follower(in: TestWorld())
        #expect(throws: ClientError.unreachable("nobody is there")) { try alone.connect() }
    }

    @Test func `reconnects after a minute of silence`() throws {
        let world = TestWorld([
            Self.stream(Self.line(1), then: .open), Self.stream(Self.line(2), then: .open),
        ])
        let follower = follower(in: world)
        #expect(try revisions(2, of: follower) == [1, 2])
        #expect(world.now >= .seconds(60) && world.now < .seconds(62))
    }

    @Test func `refuses an endless line`() throws {
        let endless = String(repeating: "x", count: LineSplitter.lineBytesMax + 1)
        var lines = LineSplitter()
        #expect(throws: ClientError.self) { try lines.receive(Array(endless.utf8)) }
    }

    @Test func `splits lines the same, however the text is divided`() throws {
        let text = Array("one\ntwo\r\n\nthree\nfo".utf8)
        for cut in text.indices {
            var lines = LineSplitter()
            var found: [String] = []
            for part in [text[..<cut], text[cut...]] {
                try lines.receive(Array(part))
                while let line = lines.next() {
                    found.append(String(decoding: line, as: UTF8.self))
                }
            }
            #expect(found == ["one", "two", "", "three"], "cut at \(cut)")
        }
    }
}
