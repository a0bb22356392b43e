import DequeModule
import Gateway
import Screens
import Transport
import Venues

/// A response that follows the list of screens: first all rows, then each row that changes.
///
/// Only the keys of changed rows wait, each once. A row is read when its turn comes, so a slow
/// reader gets fewer updates, but always the newest.
final class DevicesStream: ResponseStream, ScreenListFollower {
    /// The number of rows that are sent before other connections get a turn.
    private static let rowsPerTurnMax = 200
    private static let pauseBetweenTurns = Duration.milliseconds(10)
    /// The limit on changed rows, after all rows were sent once.
    private static let rowsPerSecondMax = 500
    /// The number of waiting alarms and counts above which the reader is cut off. They are rare, so
    /// such a reader has stopped reading.
    private static let newsCountMax = 1_024

    let device: String
    private let desk: ScreenDesk
    private let server: LoopServer
    private var body: ResponseBody?
    private var news: [[UInt8]] = []
    private var waiting: Deque<ScreenKey> = []
    private var waitingKeys: Set<ScreenKey> = []
    /// The number of rows to send before the event `complete`; `nil` before the rows are known.
    private var firstCount: Int?
    private var isComplete = false
    /// The number of changed rows that may still be sent in this second.
    private var allowance = 0
    private var isPausing = false
    private var pulse: StreamPulse

    init(for device: String, desk: ScreenDesk, server: LoopServer) {
        self.device = device
        self.desk = desk
        self.server = server
        pulse = StreamPulse(at: server.loop.now)
    }

    // MARK: ResponseStream

    func begin(on body: ResponseBody) {
        self.body = body
        // A comment, so that a browser knows at once that the stream is open.
        write(Array(": tablecast\n\n".utf8))
        desk.follow(self)
    }

    func drained() { writeOn() }

    func sweep(at now: Duration) {
        guard let body, pulse.isDue(for: body, at: now, server.context.options) else { return }
        write(Array(": alive\n\n".utf8))
    }

    func stop() {
        guard let body else { return }
        closed()
        body.finish()
    }

    func closed() {
        body = nil
        desk.unfollow(self)
    }

    // MARK: ScreenListFollower

    func take(_ event: [UInt8]) {
        guard let body else { return }
        news.append(event)
        if news.count > Self.newsCountMax { return body.abort() }
        writeOn()
    }

    func takeAll(_ keys: [ScreenKey]) {
        firstCount = keys.count
        add(keys)
        writeOn()
    }

    func take(_ changed: Set<ScreenKey>) {
        allowance = Self.rowsPerSecondMax
        add(changed)
        writeOn()
    }

    private func add(_ keys: some Sequence<ScreenKey>) {
        for key in keys where waitingKeys.insert(key).inserted { waiting.append(key) }
    }

    private func writeOn() {
        guard let body, !isPausing else { return }
        var count = 0
        while !body.isCongested, let event = next() {
            write(event)
            count += 1
            if count == Self.rowsPerTurnMax, !waiting.isEmpty { return pause() }
        }
    }

    private func next() -> [UInt8]? {
        if !news.isEmpty { return news.removeFirst() }
        if !isComplete {
            guard let count = firstCount else { return nil }
            if count == 0 {
                isComplete = true
                return Array("event: complete\ndata: {}\n\n".utf8)
            }
            firstCount = count - 1
        } else if allowance > 0 {
            allowance -= 1
        } else {
            return nil
        }
        guard let key = waiting.popFirst() else { return nil }
        waitingKeys.remove(key)
        return desk.event(of: key)
    }

    private func pause() {
        isPausing = true
        _ = server.loop.schedule(after: Self.pauseBetweenTurns) { [weak self] in
            guard let self else { return }
            isPausing = false
            writeOn()
        }
    }

    private func write(_ bytes: [UInt8]) {
        pulse.wrote(at: server.loop.now)
        body?.write(bytes)
    }
}
