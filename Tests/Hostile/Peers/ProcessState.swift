import Glibc

/// Whether a process that this one has begun still runs, as the kernel has it.
///
/// Foundation hears of an end only later, by a run loop that a thread of a test need not have.
enum ProcessState {
    /// One has ended when the last of its threads has, and so has let go of its files and locks.
    static func isRunning(_ process: Int32) -> Bool {
        var end = siginfo_t()
        // Left for Foundation to wait for.
        let options = WEXITED | WNOHANG | WNOWAIT
        return waitid(P_PID, id_t(process), &end, options) == 0 && end.si_signo == 0
    }
}
