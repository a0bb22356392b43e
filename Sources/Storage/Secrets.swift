/// The secrets of boards and of venues. They are sealed, with a key that no backup has; changes come
/// with the journal's batches.
///
/// Calls return when they are answered, so they are for threads that may block, never for an event
/// loop.
package protocol Secrets: AnyObject, Sendable {
    /// Returns a secret of a board, or `nil` if there is none of that name.
    ///
    /// - Parameter name: the subject and the argument's name: `c_3/token`.
    /// - Throws: `secretsUnreadable` if it can't be opened.
    func secret(
        _ name: String, ofBoard board: String, in venue: String
    ) throws(StoreError) -> [UInt8]?
    /// Where alarms about the venue's screens are posted to; `nil` if nowhere, or if the address
    /// can't be opened with the key.
    func webhook(of venue: String) throws(StoreError) -> String?
    /// Returns the number of a venue's secrets, and how many of them can't be opened.
    func secretCounts(of venue: String) throws(StoreError) -> (all: Int, unreadable: Int)
    /// The file with the key of the secrets. It is made with the first secret.
    var keyPath: String { get }
}
