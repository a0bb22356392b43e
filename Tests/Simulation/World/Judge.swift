/// Observes everything, and ends the evening at the first broken promise.
final class Judge {
    struct Answer: Equatable {
        var rev: Int
        /// The result as canonical JSON.
        var result: String
    }

    private(set) var violation: String?
    /// The answers to accepted mutations, by id.
    private(set) var acked: [String: Answer] = [:]
    private(set) var messageCount = 0
    /// A fingerprint of all received messages and their times. It is the same for two runs of one
    /// seed.
    private(set) var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325

    func report(_ what: @autoclosure () -> String) {
        if violation == nil { violation = what() }
    }

    func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) {
        if !isTrue { report(what()) }
    }

    /// Checks that every answer to an id is the same.
    func acked(_ id: String, _ answer: Answer) {
        if let first = acked.updateValue(answer, forKey: id), first != answer {
            report("the mutation \(id) was answered \(first), and then \(answer)")
        }
    }

    func heard(_ byteCount: Int, lane: Int, at milliseconds: Int) {
        messageCount += 1
        for value in [byteCount, lane, milliseconds] {
            fingerprint = (fingerprint ^ UInt64(truncatingIfNeeded: value)) &* 0x0000_0100_0000_01B3
        }
    }
}
