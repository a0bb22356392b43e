import Gateway
import Transport

/// When a response that goes on for ever has to say that it is alive, because there is nothing else to
/// say.
struct StreamPulse {
    private var lastWritten: Duration

    init(at now: Duration) { lastWritten = now }

    mutating func wrote(at now: Duration) { lastWritten = now }

    func isDue(for body: ResponseBody, at now: Duration, _ options: HubOptions) -> Bool {
        now - lastWritten >= options.timing.streamHeartbeat && !body.isCongested
    }
}
