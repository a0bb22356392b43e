public import JSON

/// A recorded evening of service: the changes requested of the hub, with their times.
///
/// A recording has a line for each change, as a JSON object:
///
///     {"at":"17:13:00","action":"waitlist.add","args":{"name":"Ada","size":2},"as":"ada"}
///     {"at":"17:21:00","action":"waitlist.ready","args":{"party":"$ada.party"}}
///
/// - `as` names the change, so that later ones can use its answer: `$ada.party` stands for the
///   member `party` of its result, and `$ada.rev` for its revision.
/// - `$day` stands for the date of the evening, and `$day+2T18:00` for a time two days later.
/// - `unless` names a view and a member of its document, as `orders/menu dishes`. If that has rows,
///   the change is skipped, and its name stands for one of them.
public struct RecordedEvening: Sendable, Equatable {
    public struct Step: Sendable, Equatable {
        /// Seconds since the midnight before the evening.
        public let second: Int
        public let action: String
        public let arguments: [String: JSON]
        let name: String?
        /// The view and the member of `unless`.
        let condition: Condition?

        /// The time on the restaurant's clock: `19:04`.
        var clock: String {
            let minutes = second / 60 % 1_440
            return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
        }
    }

    struct Condition: Sendable, Hashable {
        let view: String
        let member: String
    }

    /// In the order of time.
    public private(set) var steps: [Step]

    /// Reads a recording.
    ///
    /// - Throws: an error that says which line is wrong.
    public init(parsing content: [UInt8]) throws(RecordingFault) {
        steps = []
        for (index, line) in content.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let value = try? JSON(parsing: Array(line)), let step = Self.step(of: value)
            else {
                throw RecordingFault(line: index + 1)
            }
            steps.append(step)
        }
        sort()
    }

    /// Merges several recordings into one evening.
    public init(_ evenings: [RecordedEvening]) {
        steps = evenings.flatMap(\.steps)
        sort()
    }

    /// Sorts by time and place, because the result must not depend on whether the sort is stable.
    private mutating func sort() {
        steps = steps.enumerated()
            .sorted { ($0.element.second, $0.offset) < ($1.element.second, $1.offset) }
            .map(\.element)
    }

    /// The views in the steps' conditions.
    public var views: Set<String> { Set(steps.compactMap(\.condition?.view)) }

    private static func step(of line: JSON) -> Step? {
        guard let second = line["at"]?.text.flatMap(second(of:)),
            let action = line["action"]?.text, let arguments = line["args"]?.members
        else { return nil }
        var condition: Condition?
        if let text = line["unless"] {
            let words = (text.text ?? "").split(separator: " ").map(String.init)
            guard words.count == 2 else { return nil }
            condition = Condition(view: words[0], member: words[1])
        }
        return Step(
            second: second, action: action, arguments: arguments, name: line["as"]?.text,
            condition: condition)
    }

    /// Reads `17:13:00`. Hours go beyond 23 after midnight.
    private static func second(of clock: String) -> Int? {
        let parts = clock.split(separator: ":").map { Int($0) }
        guard parts.count == 3, let hours = parts[0], let minutes = parts[1],
            let seconds = parts[2],
            (0..<48).contains(hours), (0..<60).contains(minutes), (0..<60).contains(seconds)
        else { return nil }
        return hours * 3_600 + minutes * 60 + seconds
    }
}

/// A fault in a line of a recording.
public struct RecordingFault: Error, Equatable, CustomStringConvertible {
    public let line: Int

    public var description: String {
        "Line \(line) of the recording is not a change: it needs at, action and args."
    }
}

/// Writes the parts of dates and times, as `07`.
func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
