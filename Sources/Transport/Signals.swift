import Glibc

/// Signals, received by a thread that waits for them.
public enum Signals {
    /// Blocks `signals` in the calling thread and in those that it starts later, so that `wait` can
    /// receive them. Call this before any thread is started.
    ///
    /// Also ignores `SIGPIPE` and `SIGXFSZ`: a write to a closed pipe or beyond the file size limit
    /// fails with `EPIPE` or `EFBIG` instead of ending the process.
    public static func block(_ signals: [Int32]) {
        var set = set(of: signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Waits until one of `signals` arrives, and returns it. They have to be blocked.
    public static func wait(for signals: [Int32]) -> Int32 {
        var set = set(of: signals)
        var taken: Int32 = 0
        while sigwait(&set, &taken) != 0 {}
        return taken
    }

    private static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }
}
