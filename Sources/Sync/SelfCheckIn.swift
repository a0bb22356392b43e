/// Whether guests may join the waiting list by themselves, with the venue's join link.
public enum SelfCheckIn: String, Sendable, CaseIterable {
    case off
    /// They are `pending` until a host confirms them.
    case confirm
    /// They wait at once.
    case direct
}
