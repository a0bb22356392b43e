import Destinations
import HTTPTypes
import Locks
import TestSupport

/// A server of a source that gives the test's answers and records the requests.
final class AnsweringServer: OutgoingSender {
    typealias Answer = @Sendable (OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer

    private let answer: Answer
    private let asked = Locked<[OutgoingRequest]>([])
    let clock = TestClock(at: 1_777_888_800_000, stands: true)

    init(_ answer: @escaping Answer) { self.answer = answer }

    var requests: [OutgoingRequest] { asked.with { $0 } }

    var surroundings: OutgoingSurroundings {
        OutgoingSurroundings(
            sender: { _ in self }, now: { [clock] in clock.wallMilliseconds / 1_000 }, time: clock,
            random: { [UInt8](repeating: 0, count: $0) }, sha256: { _ in "" })
    }

    func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
        asked.with { $0.append(request) }
        return try answer(request)
    }
}

extension OutgoingAnswer {
    static func json(
        _ text: String, status: Int = 200, _ fields: HTTPFields = [:]
    ) -> OutgoingAnswer {
        OutgoingAnswer(status: status, fields: fields, body: Array(text.utf8))
    }
}
