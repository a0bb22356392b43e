/// The subjects whose guests watch a view of one board.
public struct WatchedSubjects: Sendable {
    private var viewCounts: [Subject: Int] = [:]

    public init(_ subjects: [Subject] = []) {
        for subject in subjects { insert(subject) }
    }

    public var count: Int { viewCounts.count }

    /// The subjects, in no particular order.
    public var all: [Subject] { Array(viewCounts.keys) }

    public func contains(_ subject: Subject) -> Bool { viewCounts[subject] != nil }

    mutating func insert(_ subject: Subject) { viewCounts[subject, default: 0] += 1 }

    mutating func remove(_ subject: Subject) {
        let count = viewCounts[subject, default: 0]
        viewCounts[subject] = count > 1 ? count - 1 : nil
    }
}
