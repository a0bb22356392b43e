import DequeModule

/// The queue of requests: those in flight, those waiting, and those that pause before a retry.
struct RequestSchedule {
    /// An item to request. The numbers are the map's indices of rooms and locks.
    enum Item {
        case start
        case room(Int)
        case lock(Int)

        var isStart: Bool {
            if case .start = self { true } else { false }
        }
    }

    struct Task {
        let item: Item
        /// The number of requests made for the item.
        var tryCount = 0
    }

    private struct Flight {
        let number: Int
        let task: Task
        let endsAt: Duration
    }

    private let concurrency: Int
    /// The items not requested yet, in the order in which they were named.
    private var waiting: Deque<Task> = []
    /// The failed items, by retry time.
    private var paused: Deque<(at: Duration, task: Task)> = []
    /// The requests in flight, in the order of their starts, which is also that of their deadlines.
    private var flights: [Flight] = []
    private var lastNumber = 0

    init(concurrency: Int) { self.concurrency = concurrency }

    var isEmpty: Bool { waiting.isEmpty && paused.isEmpty && flights.isEmpty }

    /// The number of rooms and locks without an answer.
    var roomAndLockCount: Int {
        // While the start is queued, it is the only item.
        if waiting.first?.item.isStart ?? paused.first?.task.item.isStart
            ?? flights.first?.task.item.isStart ?? false
        {
            return 0
        }
        return waiting.count + paused.count + flights.count
    }

    var numbersInFlight: [Int] { flights.map(\.number) }

    /// The next time at which a request is overdue or a retry is due.
    var nextAt: Duration? {
        let resumesAt = flights.count < concurrency ? paused.first?.at : nil
        guard let endsAt = flights.first?.endsAt else { return resumesAt }
        return resumesAt.map { min($0, endsAt) } ?? endsAt
    }

    mutating func add(_ item: Item) { waiting.append(Task(item: item)) }

    mutating func pause(_ task: Task, until at: Duration) {
        var index = paused.endIndex
        while index > 0, paused[index - 1].at > at { index -= 1 }
        paused.insert((at, task), at: index)
    }

    /// Begins the next request, unless the queue is empty or too many are in flight. Retries go
    /// first, because they were named earlier.
    ///
    /// - Parameter isSilent: Whether the server has stopped answering. New items then wait until no
    ///   retries remain.
    mutating func begin(at now: Duration, isSilent: Bool) -> (number: Int, task: Task)? {
        guard flights.count < concurrency else { return nil }
        var task: Task
        if let first = paused.first, first.at <= now {
            task = paused.removeFirst().task
        } else if !isSilent || paused.isEmpty, let first = waiting.popFirst() {
            task = first
        } else {
            return nil
        }
        task.tryCount += 1
        lastNumber += 1
        flights.append(
            Flight(
                number: lastNumber, task: task, endsAt: now + MazeExploration.answerTimeout))
        return (lastNumber, task)
    }

    /// Removes an answered request. Returns `nil` if it is not in flight.
    mutating func finish(_ number: Int) -> Task? {
        guard let index = flights.firstIndex(where: { $0.number == number }) else { return nil }
        return flights.remove(at: index).task
    }

    /// Removes a request that has been in flight for too long.
    mutating func finishOverdue(at now: Duration) -> (number: Int, task: Task)? {
        guard let first = flights.first, first.endsAt <= now else { return nil }
        flights.removeFirst()
        return (first.number, first.task)
    }

    /// Removes all remaining items.
    mutating func removeAll() -> [Item] {
        defer {
            flights = []
            paused = []
            waiting = []
        }
        return flights.map(\.task.item) + paused.map(\.task.item) + waiting.map(\.item)
    }
}
