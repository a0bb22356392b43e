import Gateway
import Transport

/// Decides when an idle endless response has to send a sign of life.
struct StreamPulse {
    private var lastWritten: Duration

    init(at now: Duration) { lastWritten = now }

    mutating func wrote(at now: Duration) { lastWritten = now }

    func isDue(for body: ResponseBody, at now: Duration, _ options: HubOptions) -> Bool {
        now - lastWritten >= options.timing.streamHeartbeat && !body.isCongested
    }
}
