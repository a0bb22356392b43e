import Destinations
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Outgoing

/// Requests side by side, over real sockets of this machine.
@Suite(.timeLimit(.minutes(5))) struct OutgoingBatchTests {
    private static func request(_ server: TestServer, _ path: String) throws -> OutgoingRequest {
        OutgoingRequest(.get, try Destination("http://127.0.0.1:\(server.port)\(path)"))
    }

    private static func batch(allowsLocal: Bool = true) -> OutgoingBatch {
        OutgoingBatch(of: OutgoingClient(allowsLocal: allowsLocal))
    }

    /// Waits for the next request that ends.
    private static func next(
        _ batch: OutgoingBatch
    ) -> (number: Int, result: Result<OutgoingAnswer, OutgoingError>) {
        while true {
            if let end = batch.next(within: .seconds(60)) { return end }
        }
    }

    @Test func `answers come as they are ready, and connections are kept for the next requests`()
        async throws
    {
        let isFirstReady = DispatchSemaphore(value: 0)
        let server = TestServer { request, peer in
            if request.target == "/1" { isFirstReady.wait() }
            return peer.answer(200, body: Array(request.target.utf8))
        }
        let answers = try await onOwnThread {
            let batch = Self.batch()
            batch.begin(try Self.request(server, "/1"), number: 1)
            batch.begin(try Self.request(server, "/2"), number: 2)
            var answers = [Self.next(batch)]
            batch.begin(try Self.request(server, "/../3"), number: 3)
            answers.append(Self.next(batch))
            isFirstReady.signal()
            answers.append(Self.next(batch))
            return try answers.map { ($0.number, try $0.result.get().body) }
        }
        #expect(answers.map(\.0) == [2, 3, 1])
        #expect(answers.map { String(decoding: $0.1, as: UTF8.self) } == ["/2", "/../3", "/1"])
        #expect(server.connectionCount == 2)
    }

    @Test func `what is abandoned ends at once, and its answer never comes`() async throws {
        let server = TestServer { request, peer in
            if request.target == "/held" { peer.waitUntilClosed() }
            return peer.answer(204)
        }
        let number = try await onOwnThread {
            let batch = Self.batch()
            batch.begin(try Self.request(server, "/held"), number: 1)
            while server.requests.isEmpty { _ = batch.next(within: .milliseconds(1)) }
            batch.abandon(1)
            server.waitUntilOpen(0)
            batch.begin(try Self.request(server, "/"), number: 2)
            return Self.next(batch).number
        }
        #expect(number == 2)
    }

    @Test func `a batch that goes away takes its requests along`() async throws {
        let server = TestServer { _, peer in
            peer.waitUntilClosed()
            return false
        }
        try await onOwnThread {
            let batch = Self.batch()
            for number in 1...3 {
                batch.begin(try Self.request(server, "/"), number: number)
            }
            while server.requests.count < 3 { _ = batch.next(within: .milliseconds(1)) }
        }
        server.waitUntilOpen(0)
    }

    @Test func `each connection's address is checked`() async throws {
        let server = TestServer { _, peer in peer.answer(204) }
        let result = try await onOwnThread {
            let batch = Self.batch(allowsLocal: false)
            batch.begin(try Self.request(server, "/"), number: 1)
            return Self.next(batch).result
        }
        #expect(result == .failure(.forbiddenAddress))
        #expect(server.connectionCount == 0)
    }
}
