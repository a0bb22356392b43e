import Glibc

/// Whether a child process still runs, according to the kernel.
///
/// Foundation learns of an exit later, by a run loop that a test's thread need not have.
enum ProcessState {
    /// Returns `false` when the last thread of the process has ended, so that its files and locks
    /// are released.
    static func isRunning(_ process: Int32) -> Bool {
        var end = siginfo_t()
        // Leaves the exit status for Foundation.
        let options = WEXITED | WNOHANG | WNOWAIT
        return waitid(P_PID, id_t(process), &end, options) == 0 && end.si_signo == 0
    }
}
