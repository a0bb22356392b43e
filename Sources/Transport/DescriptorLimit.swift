import CPlatform
import Glibc

/// How many descriptors the process may have, and with them how many connections.
public enum DescriptorLimit {
    /// Raises the limit as far as the system lets it without privileges, and returns it.
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

    /// Raises the limit, and makes room for `count` descriptors at once, or for as many as may be had,
    /// in the kernel's table of them. Best before there is a second thread.
    ///
    /// By itself the table doubles whenever it is full. Where threads share it, each time waits until
    /// every core has let go of the old one (`expand_fdtable`, `synchronize_rcu`): 4 to 25 milliseconds
    /// in which the loop that accepts does nothing else, just when many come at once.
    public static func makeRoom(for count: Int) {
        let last = Int32(clamping: min(count, raise()) - 1)
        do throws(SystemError) {
            let descriptor = try System.call("eventfd") { eventfd(0, Int32(EFD_CLOEXEC)) }
            defer { System.close(descriptor) }
            // The lowest number from there on that is free.
            System.close(try System.call("fcntl") { fcntl(descriptor, F_DUPFD, last) })
        } catch {
            // Then it grows as it is needed.
        }
    }
}
