import Transport

/// What a response that goes on for ever needs now and then: to say that it is alive when there is
/// nothing else to say, and to end when its reader takes nothing any more.
struct StreamPulse {
    enum Need {
        case nothing
        case heartbeat
        /// Nothing was taken for too long.
        case end
    }

    private var lastWritten: Duration
    private var progress: ReadingProgress

    init(at now: Duration) {
        lastWritten = now
        progress = ReadingProgress(at: now)
    }

    mutating func wrote(at now: Duration) { lastWritten = now }

    mutating func need(of body: ResponseBody, at now: Duration, _ options: HubOptions) -> Need {
        let stalled = progress.stalledFor(
            isWaiting: body.isCongested, acknowledgedBytes: body.acknowledgedBytes, at: now)
        if stalled > options.limits.seconds(.progressSeconds) { return .end }
        let isQuiet = now - lastWritten >= options.timing.streamHeartbeat
        return isQuiet && !body.isCongested ? .heartbeat : .nothing
    }
}
