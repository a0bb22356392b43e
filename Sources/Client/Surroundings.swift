/// The connections, clock and randomness that the room uses. They are passed in, so that a test can
/// run hours of reconnects in no time, and repeat them exactly.
protocol Surroundings: AnyObject {
    func connect(
        to address: HubAddress, timeout: Duration
    ) throws(ClientError) -> any ByteStream

    /// The time of a monotonic clock.
    var now: Duration { get }

    /// Waits. May return early if a signal interrupts it.
    func sleep(for duration: Duration)

    /// Returns 64 unpredictable bits.
    func random() -> UInt64
}

extension Surroundings {
    /// Returns a random number from 0 up to, but not including, 1.
    func randomFraction() -> Double {
        Double(random() >> 11) / Double(1 << 53 as UInt64)
    }
}
