import PeerNumbers

/// The simulated latency and failures of a maze server, from its address: `latency=8,failures=6`.
struct MazeConditions: Sendable, Hashable, LosslessStringConvertible {
    /// The delay of each answer in milliseconds. It varies at random by up to a fifth.
    private(set) var latency = 0
    /// The number of requests for a room that fail, out of `failureScale`.
    private(set) var failures = 0
    /// The number of requests for a room before the first may fail.
    private(set) var after = 0
    /// The delay of a failing request, in milliseconds.
    private(set) var timeout = 2_000

    static let failureScale = 4_096

    static let plain = MazeConditions()

    /// The conditions of the first server.
    static let seed = {
        var conditions = MazeConditions()
        conditions.latency = 8
        conditions.failures = 6
        conditions.after = 4_096
        return conditions
    }()

    private init() {}

    /// Parses `plain`, `seed`, or conditions separated by commas, each at most once.
    init?(_ text: String) {
        switch text {
        case "plain": self = .plain
        case "seed": self = .seed
        default:
            var conditions = MazeConditions()
            var seen: Set<Substring> = []
            for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
                let pair = piece.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard pair.count == 2, seen.insert(pair[0]).inserted,
                    conditions.set(pair[0], to: pair[1])
                else { return nil }
            }
            self = conditions
        }
    }

    private mutating func set(_ name: Substring, to digits: Substring) -> Bool {
        let fields: [Substring: (WritableKeyPath<MazeConditions, Int>, Int)] = [
            "latency": (\.latency, 1_000), "failures": (\.failures, Self.failureScale),
            "after": (\.after, 1_000_000_000), "timeout": (\.timeout, 5_000),
        ]
        guard let (field, max) = fields[name], let value = Untrusted(digits)?.within(0...max),
            String(value) == digits
        else { return false }
        self[keyPath: field] = value
        return true
    }

    /// The conditions as they appear in an address.
    var description: String {
        if self == .plain { return "plain" }
        return "latency=\(latency),failures=\(failures),after=\(after),timeout=\(timeout)"
    }
}
