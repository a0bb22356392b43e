import Foundation
import JSON
import Store
import Sync
import Testing
import Transport
import WebSocket

@testable import Server

/// What drives a venue, without sockets.
@Suite struct VenueHostTests {
    /// A client whose output is full from its first diff on.
    private final class FullSink: ClientSink {
        private(set) var pieces: [[UInt8]] = []
        private(set) var messages: [ServerMessage] = []

        private let deflater = Deflater()

        var isCongested: Bool { !pieces.isEmpty }
        func deliver(_ message: ServerMessage) { messages.append(message) }
        func deliver(_ broadcast: inout Broadcast) {
            pieces.append(broadcast.frames(for: nil, deflatedBy: deflater))
        }
        func close(_ code: CloseCode, reason: String) {}
    }

    /// Hears the answer to one mutation.
    private final class AnswerSink: ClientSink {
        private let answered: () -> Void

        init(_ answered: @escaping () -> Void) { self.answered = answered }

        func deliver(_ message: ServerMessage) { answered() }
        func close(_ code: CloseCode, reason: String) {}
    }

    private static let principal = Principal(role: .host, device: "d_test")

    /// What the sink has been given once all is durable, and how many messages more on draining.
    private struct Outcome: Sendable {
        var pieceCount: Int
        var caughtUp: [[UInt8]]
    }

    @Test
    func `of what becomes durable at once a full reader gets the first piece, and the rest in one`()
        async throws
    {
        let folder = LiveHub.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try Store(folder: folder, creating: true)
        let record = try store.makeVenue(
            slug: "main", name: "Trattoria", timeZone: "UTC", labels: .full, now: WallClock.now)
        let worker = Worker(loop: try EventLoop(name: "test"))
        let context = HubContext(
            options: LiveHub.options(dataFolder: folder), store: store,
            files: try PublicFiles(path: LiveHub.publicFolder),
            directory: VenueDirectory([record], store: store, workers: [worker]),
            pairings: PairingDesk(), tls: nil, logger: LiveHub.logger)
        worker.begin(context, venues: [try VenueFactory.open(record, store: store)])
        let outcome = await withCheckedContinuation { continuation in
            worker.perform { station in
                guard let host = station.host(of: "main") else { return }
                Self.play(host) { continuation.resume(returning: $0) }
            }
        }
        context.journal.stop()
        worker.end()
        #expect(outcome.pieceCount == 1)
        #expect(outcome.caughtUp.count == 1)
        // A diff or a snapshot, whichever is smaller.
        #expect(try JSON(parsing: outcome.caughtUp.first ?? [])["rev"] == 100)
    }

    /// A hundred parties are added in one turn of the loop, and so are written together.
    private static func play(_ host: VenueHost, done: @escaping (Outcome) -> Void) {
        let sink = FullSink()
        let id = host.connect(sink, as: principal)
        host.receive(
            Array(#"{"type":"subscribe","view":"waitlist/host"}"#.utf8), from: id, receivedAt: .zero
        )
        for index in 1...100 {
            let mutation = Mutation(
                id: "m-\(index)", action: "waitlist.add", arguments: ["name": "Ada", "size": 2])
            let answer = AnswerSink {
                guard index == 100 else { return }
                let before = sink.messages.count
                host.drained(id)
                let caughtUp = sink.messages[before...].map(\.bytes)
                done(Outcome(pieceCount: sink.pieces.count, caughtUp: caughtUp))
            }
            host.mutate(mutation, by: principal, answerTo: answer)
        }
    }
}
