package import Transport

/// One connection, whatever is spoken on it.
package protocol Session: AnyObject {
    /// `nil` when it has ended.
    var connection: Connection? { get }
    /// A second has gone by.
    func sweep(at now: Duration)
    /// The hub stops: say goodbye and finish.
    func stop()
    /// Cut it off.
    func abort()
}
