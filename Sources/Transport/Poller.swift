import CPlatform
import Glibc

/// An epoll, and an eventfd that wakes it from other threads.
final class Poller {
    /// The token of the eventfd's events. No source has it.
    static let wakeToken = UInt64.max
    private static let eventsMax = 1024

    private let epoll: Int32
    private let wakeup: Int32
    private let events: UnsafeMutableBufferPointer<epoll_event>

    init() throws(SystemError) {
        let epoll = try System.call("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
        do throws(SystemError) {
            wakeup = try System.call("eventfd") {
                eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
            }
        } catch {
            System.close(epoll)
            throw error
        }
        self.epoll = epoll
        events = .allocate(capacity: Poller.eventsMax)
        try watch(wakeup, for: EPOLLIN.rawValue, token: Poller.wakeToken)
    }

    deinit {
        System.close(epoll)
        System.close(wakeup)
        events.deallocate()
    }

    func watch(
        _ descriptor: Int32, for interest: UInt32, token: UInt64
    ) throws(SystemError) {
        try control(Int32(EPOLL_CTL_ADD), descriptor, interest, token)
    }

    func change(
        _ descriptor: Int32, to interest: UInt32, token: UInt64
    ) throws(SystemError) {
        try control(Int32(EPOLL_CTL_MOD), descriptor, interest, token)
    }

    func forget(_ descriptor: Int32) {
        try? control(Int32(EPOLL_CTL_DEL), descriptor, 0, 0)
    }

    private func control(
        _ operation: Int32, _ descriptor: Int32, _ interest: UInt32, _ token: UInt64
    ) throws(SystemError) {
        var event = epoll_event(events: interest, data: epoll_data_t(u64: token))
        try System.call("epoll_ctl") { epoll_ctl(epoll, operation, descriptor, &event) }
    }

    /// Waits for at most `timeout` milliseconds, or without limit if that is -1. Returns no events
    /// if a signal interrupts the wait, because the caller has to compute the timeout again.
    func wait(timeout: Int32) -> UnsafeMutableBufferPointer<epoll_event>.SubSequence {
        let count = epoll_wait(epoll, events.baseAddress, Int32(Poller.eventsMax), timeout)
        precondition(count >= 0 || errno == EINTR, "epoll_wait refused its own descriptor")
        return events[0..<Int(max(0, count))]
    }

    /// Ends a `wait`. May be called from any thread.
    func wake() {
        _ = System.transfer { Int(eventfd_write(wakeup, 1)) }
    }

    func takeWakeup() {
        var count: eventfd_t = 0
        _ = System.transfer { Int(eventfd_read(wakeup, &count)) }
    }
}
