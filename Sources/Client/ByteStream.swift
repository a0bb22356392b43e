/// The bytes of one connection, in both directions. The room uses only this, so that its tests can
/// play the hub without a socket.
protocol ByteStream: AnyObject {
    /// Writes all of `bytes`, and waits as long as it takes.
    func write(_ bytes: [UInt8]) throws(ClientError)

    /// Returns the next bytes, divided in any way. Returns an empty array if the peer has closed,
    /// and `nil` if nothing came in time.
    func read(timeout: Duration) throws(ClientError) -> [UInt8]?

    /// Closes the connection. Does nothing if it is already closed.
    func close()
}
