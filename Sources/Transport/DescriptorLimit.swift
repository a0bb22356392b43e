import CPlatform
import Glibc

/// The number of descriptors, and therefore of connections, that the process may have.
public enum DescriptorLimit {
    /// Raises the soft limit to the hard limit, and returns the limit that holds then.
    @discardableResult
    public static func raise() -> Int {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return 1024 }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        let granted = setrlimit(kind, &raised) == 0 ? raised : limit
        return Int(clamping: granted.rlim_cur)
    }

    /// Raises the limit and makes the kernel's descriptor table large enough for `count`
    /// descriptors, or for as many as are allowed. Best called before a second thread is started.
    ///
    /// The table doubles whenever it is full. In a process with threads, each doubling waits for an
    /// RCU grace period (`expand_fdtable`, `synchronize_rcu`): the loop that accepts connections
    /// does nothing else for 4 to 25 milliseconds, just when many arrive.
    public static func makeRoom(for count: Int) {
        let last = Int32(clamping: min(count, raise()) - 1)
        do throws(SystemError) {
            let descriptor = try System.call("eventfd") { eventfd(0, Int32(EFD_CLOEXEC)) }
            defer { System.close(descriptor) }
            // `F_DUPFD` takes the lowest free number from `last` on.
            System.close(try System.call("fcntl") { fcntl(descriptor, F_DUPFD, last) })
        } catch {
            // The table then grows as needed.
        }
    }
}
