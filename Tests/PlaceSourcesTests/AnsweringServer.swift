import Destinations
import HTTPTypes
import Locks

/// A server of a source that answers as it is told, and remembers what it was asked.
final class AnsweringServer: OutgoingSender {
    typealias Answer = @Sendable (OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer

    private let answer: Answer
    private let asked = Locked<[OutgoingRequest]>([])
    private let clock = Locked<Int64>(1_777_888_800)

    init(_ answer: @escaping Answer) { self.answer = answer }

    var requests: [OutgoingRequest] { asked.with { $0 } }

    /// Lets time pass.
    func pass(seconds: Int64) { clock.with { $0 += seconds } }

    var surroundings: OutgoingSurroundings {
        OutgoingSurroundings(
            sender: { _ in self }, now: { [clock] in clock.with { $0 } },
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
