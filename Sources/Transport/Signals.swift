import Glibc

/// Signals, taken by a thread that waits for them instead of interrupting one that works.
public enum Signals {
    /// Keeps `signals` from interrupting the calling thread and those that it starts from now on,
    /// so that `wait` can take them: to be called before any thread is made. Also has writes to a
    /// closed pipe, and beyond the size that files may have, fail (`EPIPE`, `EFBIG`) instead of ending
    /// the process.
    public static func block(_ signals: [Int32]) {
        var set = set(of: signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Waits until one of `signals`, which are blocked, comes, and returns it.
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
