/// What whoever runs the process should read in its log about a listener.
public enum ListenerNotice: Sendable, Hashable {
    /// The process (`EMFILE`) or the machine (`ENFILE`, `ENOMEM`, …) has nothing left for another
    /// connection. New ones wait in the kernel's queue; those that exist are not disturbed.
    case pausedForDescriptors(errno: Int32)
    /// Connections are accepted again.
    case resumed
}
