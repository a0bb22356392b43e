package import Transport

/// A connection's session, whatever its protocol.
package protocol Session: AnyObject {
    /// The connection; `nil` after its end.
    var connection: Connection? { get }
    /// Checks the session's time limits. Called once a second.
    func sweep(at now: Duration)
    /// Says goodbye and ends, because the hub stops.
    func stop()
    /// Ends the connection at once.
    func abort()
}
