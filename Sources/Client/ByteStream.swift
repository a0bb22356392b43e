/// One connection's bytes, in both directions. The room reads and writes through this alone, so that
/// its tests can play the hub without a socket.
protocol ByteStream: AnyObject {
    /// Writes all of it, waiting as long as it takes.
    func write(_ bytes: [UInt8]) throws(ClientError)

    /// What arrived next, in cuts of any kind: empty when the peer has closed, nil when nothing came
    /// in time.
    func read(timeout: Duration) throws(ClientError) -> [UInt8]?

    /// Does nothing the second time.
    func close()
}
