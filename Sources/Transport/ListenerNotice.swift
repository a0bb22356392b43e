/// An event of a listener that belongs in the log.
public enum ListenerNotice: Sendable, Hashable {
    /// The process (`EMFILE`) or the machine (`ENFILE`, `ENOMEM`, …) has no resources for another
    /// connection. New connections wait in the kernel's queue. Existing ones are not affected.
    case pausedForDescriptors(errno: Int32)
    /// Connections are accepted again.
    case resumed
}
