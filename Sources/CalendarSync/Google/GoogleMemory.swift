import JSON
import Locks

/// What is known of the accounts while the hub runs. None of it is ever stored.
final class GoogleMemory: Sendable {
    struct AccessToken: Sendable {
        var text: String
        /// The refresh token that it was made with: another sign-in makes another one.
        var refreshToken: String
        /// Unix seconds, exclusive.
        var end: Int64
    }

    /// A list whose reading was interrupted: it goes on with the page that failed.
    struct Reading: Sendable {
        var since: String?
        /// Whether it is of all that there is, although there was a token.
        var isWhole: Bool
        var pages: GooglePages
    }

    struct Account: Sendable {
        var accessToken: AccessToken?
        /// Until when the server asked to be left alone, in Unix seconds, if nobody knows it yet.
        var untoldPauseEnd: Int64 = 0
        /// By calendar.
        var readings: [String: Reading] = [:]
        /// Whether an id and an iCalUID may be given together. Google's documentation allows only one of
        /// them, and its servers do not always take both.
        var takesBothNames = true
        /// The events whose last write was answered. Of any other, an earlier write may have gone through
        /// without an answer.
        var settled: Set<String> = []
    }

    private let accounts = Locked<[String: Account]>([:])

    subscript(id: String) -> Account {
        get { accounts.with { $0[id] } ?? Account() }
        set { accounts.with { $0[id] = newValue } }
    }

    func forget(_ id: String) { accounts.with { $0[id] = nil } }
}
