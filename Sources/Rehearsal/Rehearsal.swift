public import Boards
public import JSON

/// An evening's service: what the host does on each board and when, and what has come of it so far.
///
/// The plan depends on the seed (and on the arrivals, where they are given) alone: the same evening
/// every time. `RehearsalPlayer` plays it.
public struct Rehearsal: Sendable {
    /// One thing that the host does.
    public struct Step: Sendable, Equatable {
        /// Seconds since the midnight before the evening; may go beyond the next.
        public var second: Int
        /// The index of the board's part.
        public var part: Int
        /// The index in the plan of that part.
        public var index: Int

        /// The time on the restaurant's clock: `19:04`.
        public var clock: String {
            let minutes = second / 60 % 1_440
            return "\(Self.twoDigits(minutes / 60)):\(Self.twoDigits(minutes % 60))"
        }

        private static func twoDigits(_ value: Int) -> String {
            value < 10 ? "0\(value)" : "\(value)"
        }
    }

    /// Those of the boards, in the order of the boards.
    public var parts: [any RehearsalPart]
    /// All parts' steps, in the order of time.
    public let steps: [Step]

    /// An evening from 17:00 on, with about fifty parties.
    ///
    /// - Parameters:
    ///   - options: The boards whose part is played only when it is asked for.
    ///   - documents: Those of the views that the parts have to know, by view.
    public init(
        seed: UInt64, of boards: BoardRegistry = .shipped, with options: [String] = [],
        documents: [String: JSON] = [:]
    ) {
        var random = SplitMix64(seed: seed)
        let arrivals = Arrival.evening(using: &random)
        self.init(
            arrivals, boards.rehearsalParts(with: options), documents: documents, using: &random)
    }

    /// The evening of these arrivals.
    public init(
        arrivals: [Arrival], seed: UInt64, of boards: BoardRegistry = .shipped,
        with options: [String] = [], documents: [String: JSON] = [:]
    ) {
        var random = SplitMix64(seed: seed)
        self.init(
            arrivals.sorted { $0.second < $1.second }, boards.rehearsalParts(with: options),
            documents: documents, using: &random)
    }

    private init(
        _ arrivals: [Arrival], _ types: [any RehearsalPart.Type], documents: [String: JSON],
        using random: inout SplitMix64
    ) {
        var parts: [any RehearsalPart] = []
        for type in types {
            let document = type.view.flatMap { documents[$0] }
            parts.append(type.init(arrivals: arrivals, document: document, using: &random))
        }
        self.init(parts)
    }

    init(_ parts: [any RehearsalPart]) {
        self.parts = parts
        let steps = parts.enumerated().flatMap { part, plan in
            plan.seconds.enumerated().map { index, second in
                Step(second: second, part: part, index: index)
            }
        }
        // By place too: what is sorted must not depend on whether the sort is stable.
        self.steps = steps.enumerated()
            .sorted { ($0.element.second, $0.offset) < ($1.element.second, $1.offset) }
            .map(\.element)
    }
}
