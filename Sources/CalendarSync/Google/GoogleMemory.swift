import Locks

/// The in-memory state of the accounts, which is never stored.
final class GoogleMemory: Sendable {
    struct AccessToken: Sendable {
        var text: String
        /// The refresh token that it was made with, which changes with each sign-in.
        var refreshToken: String
        /// Unix seconds, exclusive.
        var end: Int64
    }

    /// An interrupted list, to be continued with the page that failed.
    struct Reading: Sendable {
        var since: String?
        /// Whether the list is complete, possibly in spite of a token.
        var isWhole: Bool
        var pages: GooglePages
    }

    struct Account: Sendable {
        var accessToken: AccessToken?
        /// The end of a requested pause that no job has reported yet, in Unix seconds.
        var untoldPauseEnd: Int64 = 0
        /// The interrupted lists, by calendar.
        var readings: [String: Reading] = [:]
        /// Whether an id and an iCalUID may be sent together. Google's documentation allows only
        /// one of them, and its servers don't always accept both.
        var takesBothNames = true
        /// The events whose last write was answered. For any other, an earlier write may have
        /// succeeded without an answer.
        var settled: Set<String> = []
    }

    private let accounts = Locked<[String: Account]>([:])

    subscript(id: String) -> Account {
        get { accounts.with { $0[id] } ?? Account() }
        set { accounts.with { $0[id] = newValue } }
    }

    func forget(_ id: String) { accounts.with { $0[id] = nil } }
}
