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
}
