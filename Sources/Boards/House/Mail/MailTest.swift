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
    /// The revision that requested it.
    package var rev: Int
    package var id: String
    package var askedAt: Instant
    package var houseName: String
    package var language: Language
}

package struct MailTestResult: ConnectorResult {
    package var rev: Int
    /// Why the message was not sent; `nil` if it was sent.
    package var failure: EffectFailure?

    package init(rev: Int, failure: EffectFailure? = nil) {
        self.rev = rev
        self.failure = failure
    }
}

extension Letter {
    /// The message that shows an owner whether the house's sender works.
    package static func test(of houseName: String, in language: Language) -> Letter {
        switch language {
        case .spanish:
            Letter(
                subject: "Prueba de correo de \(houseName)",
                text: """
                    Este mensaje es una prueba de \(houseName).

                    Si lo está leyendo, el correo está bien configurado en Tablecast, y lo que envíe \
                    la casa llegará así. No hace falta que haga nada.
                    """)
        default:
            Letter(
                subject: "Test of mail from \(houseName)",
                text: """
                    This message is a test of \(houseName).

                    If you are reading it, mail is set up well in Tablecast, and what the house sends \
                    will arrive like this. There is nothing that you have to do.
                    """)
        }
    }
}
