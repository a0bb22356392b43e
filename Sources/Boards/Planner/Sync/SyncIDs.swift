import BoardKit
import Sync

/// The id of an account, made of the revision that connected it: `a_8x`.
struct AccountID: RevisionID {
    static let prefix = "a_"

    let rev: Int
}

/// The id of a calendar at an account's server: `m_8x`. It stays when the account is looked at
/// again.
struct RemoteID: OrdinalID {
    static let prefix = "m_"

    let number: Int
}

/// The id of two edits that could not both stand: `i_8x`.
struct IssueID: OrdinalID {
    static let prefix = "i_"

    let number: Int
}
