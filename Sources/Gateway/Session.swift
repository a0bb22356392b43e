package import Transport

/// A connection's session, whatever its protocol.
package protocol Session: AnyObject {
    /// The connection; `nil` after its end.
    var connection: Connection? { get }
    /// The session's place among those of its loop.
    var index: UInt32 { get set }
    /// Checks the session's time limits. Called once a second.
    func sweep(at now: Duration)
    /// Says goodbye and ends, because the hub stops.
    func stop()
    /// Ends the connection at once.
    func abort()
}
