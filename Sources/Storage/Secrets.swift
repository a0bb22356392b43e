/// The secrets of boards and of venues, sealed with a key that no backup contains. Changes come
/// with the journal's batches.
///
/// Calls block until they have a result, so event loops must not make them.
package protocol Secrets: AnyObject, Sendable {
    /// Returns a secret of a board; `nil` if it does not exist.
    ///
    /// - Parameter name: the subject and the argument's name: `c_3/token`.
    /// - Throws: `secretsUnreadable` if the secret can't be opened.
    func secret(
        _ name: String, ofBoard board: String, in venue: String
    ) throws(StoreError) -> [UInt8]?
    /// Returns the address that alarms about the venue's screens are posted to; `nil` if it is not
    /// set, or can't be opened with the key.
    func webhook(of venue: String) throws(StoreError) -> String?
    /// Returns the number of a venue's secrets, and how many of them can't be opened.
    func secretCounts(of venue: String) throws(StoreError) -> (all: Int, unreadable: Int)
    /// The file with the key of the secrets. It is made with the first secret.
    var keyPath: String { get }
}
