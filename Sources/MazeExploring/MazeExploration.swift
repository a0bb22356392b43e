/// # The room `MazeExploring`
///
/// Explores a maze room by room through an API that may be slow, fail or lie. The room does no I/O
/// and has no clock or random numbers: `MazeExploration` returns the requests to send, and is given
/// the answers and the time.

/// An exploration of a maze, which decides what to request and when, and interprets the answers.
///
/// Pass it `start`, every answer and every wake-up, and carry out the returned actions in order.
/// Rooms are requested in the order in which they were named. The server is not trusted: each
/// defect is counted as a `Problem`, and every exploration ends within its limits. Times are those
/// of a monotonic clock.
public struct MazeExploration: Sendable {
    /// The maximum size of an answer in bytes. A longer one may be cut off one byte later.
    public static let bodyBytesMax = 16_384
    /// The allowed numbers of requests in flight.
    public static let concurrencies = 1...64

    static let roomCountMax = 40_000
    static let exploringMax = Duration.seconds(600)
    static let answerTimeout = Duration.seconds(5)
    static let tryCountMax = 5
    static let retryAfterMax = Duration.seconds(10)
    /// The number of consecutive failures that ends an exploration if they also last `silenceMin`,
    /// because all connections may break at once and recover.
    static let silenceCountMax = 20
    static let silenceMin = Duration.seconds(1)
    static let batchRoomCountMax = 256
    static let batchInterval = Duration.milliseconds(20)

    private enum Phase { case new, exploring, ended, cancelled }

    private let run: Int
    private var phase = Phase.new
    private var map = MazeMap()
    private var schedule: RequestSchedule
    /// The items that were given up, which `retry` requests again.
    private var lost: [RequestSchedule.Item] = []
    private var retryCount = 0
    private var problems: [Problem: Sighting] = [:]
    /// The number of failures since the last answer.
    private var silenceCount = 0
    private var silentSince = Duration.zero
    /// The deadline of the exploration.
    private var endsAt = Duration.zero
    /// The rooms for the next batch.
    private var untold: [Int] = []
    /// The time of the first change that no batch has reported.
    private var untoldSince: Duration?
    /// The time of the last `wait(until:)`, if it has not come yet.
    private var wakesAt: Duration?
    private var actions: [Action] = []

    /// The code of the maze, if the server names it with the start.
    public private(set) var maze: String?

    /// - Parameters:
    ///   - run: A number unique among the explorations of the same fetcher. Answers to other runs'
    ///     requests are dropped.
    ///   - concurrency: The maximum number of requests in flight, within `concurrencies`.
    public init(run: Int, concurrency: Int) {
        self.run = run
        schedule = RequestSchedule(
            concurrency: min(
                max(concurrency, Self.concurrencies.lowerBound), Self.concurrencies.upperBound))
    }

    /// The current progress. Rooms count as found even before a batch reports them.
    public var progress: Progress {
        Progress(
            foundCount: map.foundCount, frontierCount: schedule.roomAndLockCount,
            lostCount: lost.count { !$0.isStart }, doorCount: map.doorCount,
            lockCount: map.openedLockCount, retryCount: retryCount, problems: problems)
    }

    private mutating func takeActions() -> [Action] {
        defer { actions = [] }
        return actions
    }

    // MARK: Inputs

    /// Starts the exploration. Does nothing if it has started before.
    public mutating func start(at now: Duration) -> [Action] {
        guard phase == .new else { return [] }
        schedule.add(.start)
        explore(at: now)
        return takeActions()
    }

    /// Takes the answer to a request. Drops it if the request belongs to another run, was
    /// abandoned, or has been answered.
    public mutating func answered(
        _ answer: Answer, to id: Request.ID, at now: Duration,
        using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        guard phase == .exploring, id.run == run, let task = schedule.finish(id.number) else {
            return []
        }
        untoldSince = untoldSince ?? now
        take(answer, to: task, at: now, using: &generator)
        goOn(at: now)
        return takeActions()
    }

    /// Takes the wake-up for the last `wait(until:)`. A call may be early.
    public mutating func woke(
        at now: Duration, using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        guard phase == .exploring else { return [] }
        if let wakesAt, wakesAt <= now { self.wakesAt = nil }
        while phase == .exploring, let (number, task) = schedule.finishOverdue(at: now) {
            actions.append(.abandon(Request.ID(run: run, number: number)))
            untoldSince = untoldSince ?? now
            take(.noAnswer, to: task, at: now, using: &generator)
        }
        goOn(at: now)
        return takeActions()
    }

    /// Ends the exploration at once. No more requests are sent and no answers are accepted.
    ///
    /// - Returns: The rooms not reported yet, and the requests to abandon.
    public mutating func cancel() -> [Action] {
        guard phase == .new || phase == .exploring else { return [] }
        phase = .cancelled
        tell()
        abandonAll()
        return takeActions()
    }

    /// Requests the lost items again, if there are any and the exploration has ended.
    ///
    /// Their problems are cleared, because they are found again if they persist.
    public mutating func retry(at now: Duration) -> [Action] {
        guard phase == .ended, !lost.isEmpty else { return [] }
        for problem in [Problem.badRoom, .unknownRoom, .tooMany, .unreachable] {
            problems[problem] = nil
        }
        for item in lost { schedule.add(item) }
        lost = []
        untoldSince = now
        explore(at: now)
        return takeActions()
    }

    // MARK: Answers

    private mutating func take(
        _ answer: Answer, to task: RequestSchedule.Task, at now: Duration,
        using generator: inout some RandomNumberGenerator
    ) {
        switch answer {
        case .noAnswer:
            if silenceCount == 0 { silentSince = now }
            silenceCount += 1
            if silenceCount >= Self.silenceCountMax, now - silentSince >= Self.silenceMin {
                note(.unreachable, in: task.item)
                lost.append(task.item)
                return end()
            }
            fail(task, pauseMin: .zero, at: now, using: &generator)
        case .response(let status, let retryAfter, let body):
            silenceCount = 0
            switch status {
            case 200..<300: read(body, of: task.item)
            case 429, 500..<600:
                fail(
                    task, pauseMin: min(retryAfter ?? .zero, Self.retryAfterMax), at: now,
                    using: &generator)
            case 401, 404: lose(task.item, .unknownRoom)
            default: lose(task.item, .badRoom)
            }
        }
    }

    /// Retries after a pause, half of it random, unless the tries are used up.
    private mutating func fail(
        _ task: RequestSchedule.Task, pauseMin: Duration, at now: Duration,
        using generator: inout some RandomNumberGenerator
    ) {
        guard task.tryCount < Self.tryCountMax else { return lose(task.item, nil) }
        let pause = Duration.milliseconds(100 << (task.tryCount - 1))
        let part = Double.random(in: 0.5...1, using: &generator)
        schedule.pause(task, until: now + max(pause * part, pauseMin))
    }

    private mutating func lose(_ item: RequestSchedule.Item, _ problem: Problem?) {
        lost.append(item)
        if item.isStart {
            note(.unreachable, in: item)
            return end()
        }
        if let problem { note(problem, in: item) }
    }

    private mutating func read(_ body: [UInt8], of item: RequestSchedule.Item) {
        switch item {
        case .start:
            guard let answer = StartAnswer(body) else { return lose(item, .badRoom) }
            maze = answer.maze
            take(map.begin(with: answer.id))
        case .room(let room):
            guard let answer = RoomAnswer(body, id: map.rooms[room].id) else {
                return lose(item, .badRoom)
            }
            guard map.foundCount < Self.roomCountMax else {
                lost.append(item)
                note(.tooMany, in: item)
                return end()
            }
            take(map.enter(answer, in: room))
        case .lock(let lock):
            guard let id = LockAnswer(body)?.room else { return lose(item, .badRoom) }
            take(map.open(lock, to: id))
        }
    }

    private mutating func take(_ findings: MazeMap.Findings) {
        for item in findings.named { schedule.add(item) }
        untold += findings.changed
        for (problem, room) in findings.problems { note(problem, first: room) }
        if problems[.tooMany] != nil { end() }
    }

    private mutating func note(_ problem: Problem, in item: RequestSchedule.Item) {
        note(problem, first: map.roomID(of: item))
    }

    private mutating func note(_ problem: Problem, first room: String?) {
        problems[problem, default: Sighting(count: 0, first: room)].count += 1
    }

    // MARK: Steps

    private mutating func explore(at now: Duration) {
        phase = .exploring
        silenceCount = 0
        endsAt = now + Self.exploringMax
        wakesAt = nil
        goOn(at: now)
    }

    private mutating func goOn(at now: Duration) {
        guard phase == .exploring else { return }
        if now >= endsAt {
            note(.tooMany, first: nil)
            return end()
        }
        let isSilent = silenceCount >= Self.silenceCountMax
        while let (number, task) = schedule.begin(at: now, isSilent: isSilent) {
            if task.tryCount > 1 {
                retryCount += 1
                untoldSince = untoldSince ?? now
            }
            let id = Request.ID(run: run, number: number)
            actions.append(.ask(Request(id: id, subject: map.subject(of: task.item))))
        }
        if schedule.isEmpty { return end() }
        // An answer changes at most four rooms: those around the place behind a lock.
        let isFull = untold.count > Self.batchRoomCountMax - 4
        if isFull || untoldSince.map({ $0 + Self.batchInterval <= now }) == true { tell() }
        waitForMore()
    }

    /// Requests a wake-up, unless an earlier one is already scheduled in time.
    private mutating func waitForMore() {
        var next = min(endsAt, schedule.nextAt ?? endsAt)
        if let untoldSince { next = min(next, untoldSince + Self.batchInterval) }
        if let wakesAt, wakesAt <= next { return }
        wakesAt = next
        actions.append(.wait(until: next))
    }

    private mutating func tell() {
        guard untoldSince != nil else { return }
        untoldSince = nil
        let rooms = untold.map { map.takeFound($0) }
        untold = []
        actions.append(.found(Batch(rooms: rooms, progress: progress)))
    }

    private mutating func end() {
        guard phase == .exploring else { return }
        phase = .ended
        abandonAll()
        lost += schedule.removeAll()
        tell()
        actions.append(.ended(progress))
    }

    private mutating func abandonAll() {
        for number in schedule.numbersInFlight {
            actions.append(.abandon(Request.ID(run: run, number: number)))
        }
    }
}
