package import BoardKit
package import Sync

/// The secrets of the house's sender of mail, by their names in the store.
package enum MailSecret: String, CaseIterable {
    /// The `MailSettings`, for the carrier, which has no access to the board.
    case server = "email/server"
    case password = "email/password"
    /// The recipient of the test that is under way.
    case testAddress = "email/to"

    func set(_ value: [UInt8]?) -> SecretChange { SecretChange(name: rawValue, value: value) }
}

/// A test of the sender.
package struct MailTest: ConnectorJob {
    /// The revision of the event that requested the test.
    package var rev: Int
    package var id: String
    package var askedAt: Instant
    package var houseName: String
    package var language: Language
}

package struct MailTestResult: ConnectorResult {
    package var rev: Int
    /// The reason why the message was not sent; `nil` if it was sent.
    package var failure: EffectFailure?

    package init(rev: Int, failure: EffectFailure? = nil) {
        self.rev = rev
        self.failure = failure
    }
}
