import JSON
import Sync
import Testing
import WebSocket

@testable import Venues

/// Runs a venue without sockets.
@Suite struct VenueRunnerTests {
    /// A client whose output is full after its first diff.
    private final class FullSink: ClientSink {
        private(set) var pieces: [[UInt8]] = []
        private(set) var messages: [ServerMessage] = []

        private let deflater = Deflater()

        var isCongested: Bool { !pieces.isEmpty }
        func deliver(_ message: ServerMessage) { messages.append(message) }
        func deliver(_ broadcast: inout Broadcast) -> Bool {
            pieces.append(broadcast.frames(for: nil, deflatedBy: deflater))
            return true
        }
        func close(_ code: CloseCode, reason: String) {}
    }

    /// Receives the answer to one mutation.
    private final class AnswerSink: ClientSink {
        private let answered: () -> Void

        init(_ answered: @escaping () -> Void) { self.answered = answered }

        func deliver(_ message: ServerMessage) { answered() }
        func close(_ code: CloseCode, reason: String) {}
    }

    private static let principal = Principal(role: .host, device: "d_test")

    /// The pieces that the sink got once everything was durable, and the messages on draining.
    private struct Outcome: Sendable {
        var pieceCount: Int
        var caughtUp: [[UInt8]]
    }

    @Test
    func `a full reader gets the first piece, and everything else in one when it drains`()
        async throws
    {
        let scene = try LoneVenue()
        let outcome = await withCheckedContinuation { continuation in
            scene.perform { runner in
                Self.play(runner) { continuation.resume(returning: $0) }
            }
        }
        scene.finish()
        #expect(outcome.pieceCount == 1)
        #expect(outcome.caughtUp.count == 1)
        // The message is a diff or a snapshot, whichever is smaller.
        #expect(try JSON(parsing: outcome.caughtUp.first ?? [])["rev"] == 100)
    }

    /// Adds a hundred parties in one turn of the loop, so that they are written together.
    private static func play(_ runner: VenueRunner, done: @escaping (Outcome) -> Void) {
        let sink = FullSink()
        let id = runner.connect(sink, as: principal)
        runner.receive(
            Array(#"{"type":"subscribe","view":"waitlist/host"}"#.utf8), from: id, receivedAt: .zero
        )
        for index in 1...100 {
            let mutation = Mutation(
                id: "m-\(index)", action: "waitlist.add", arguments: ["name": "Ada", "size": 2])
            let answer = AnswerSink {
                guard index == 100 else { return }
                let before = sink.messages.count
                runner.drained(id)
                let caughtUp = sink.messages[before...].map(\.bytes)
                done(Outcome(pieceCount: sink.pieces.count, caughtUp: caughtUp))
            }
            runner.mutate(mutation, by: principal, answerTo: answer)
        }
    }
}
