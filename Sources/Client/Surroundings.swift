/// The connections, clock and randomness that the room uses. They are passed in, so that a test can
/// run hours of reconnects in no time, and repeat them exactly.
package protocol Surroundings: AnyObject {
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
    package func randomFraction() -> Double {
        Double(random() >> 11) / Double(1 << 53 as UInt64)
    }

    /// Returns 128 random bits in hexadecimal, as the id of a mutation.
    package func randomID() -> String {
        [random(), random()].map { bits in
            let digits = String(bits, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// The bytes of one connection, in both directions. The room uses only this, so that its tests can
/// play the hub without a socket.
package protocol ByteStream: AnyObject {
    /// Writes all of `bytes`, however long it takes.
    func write(_ bytes: [UInt8]) throws(ClientError)

    /// Returns the next bytes, divided in any way. Returns an empty array if the peer has closed,
    /// and `nil` if nothing came in time.
    func read(timeout: Duration) throws(ClientError) -> [UInt8]?

    /// Closes the connection. Does nothing if it is already closed.
    func close()
}
