/// What the room needs of the world outside: connections, the time, and chance. They are passed in,
/// so that a test can run hours of reconnecting in no time, and twice in the same way.
protocol Surroundings: AnyObject {
    func connect(
        to address: HubAddress, timeout: Duration
    ) throws(ClientError) -> any ByteStream

    /// The time since some moment that stays the same, on a clock that is never set.
    var now: Duration { get }

    /// May come back early, when a signal interrupts it.
    func sleep(for duration: Duration)

    /// 64 bits that nobody can foretell.
    func random() -> UInt64
}

extension Surroundings {
    /// A number from 0 up to, but not including, 1.
    func randomFraction() -> Double {
        Double(random() >> 11) / Double(1 << 53 as UInt64)
    }
}
