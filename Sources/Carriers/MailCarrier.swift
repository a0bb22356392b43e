import Delivery
import Destinations
import HouseBoard
import JSON
import Mail
import Sync

/// Sends the mail of all boards, and the owners' tests, by the house's sender.
struct MailCarrier: EffectWorker, ConnectorCarrier {
    let senders: OutgoingSenders

    func carry(
        _ effect: Effect, key: String, keptAt: Instant, with secrets: any ConnectorSecrets
    ) throws(EffectProblem) {
        guard let letter = Letter(effect.data), let name = effect.data["name"]?.text,
            let to = effect.sealed?["to"]?.text.flatMap({ MailAddress($0) })
        else { throw EffectProblem(.unreadable, isFinal: true) }
        try send(letter, by: name, to: to, id: key, at: keptAt, secrets)
    }

    func carry(_ job: any ConnectorJob, with secrets: any ConnectorSecrets) -> ConnectorAnswer {
        guard let test = job as? MailTest else { return .failed(.unknownTarget, secondsMin: nil) }
        do throws(EffectProblem) {
            guard let to = try read(.testAddress, secrets).flatMap({ MailAddress($0) }) else {
                throw EffectProblem(.unreadable)
            }
            let letter = Letter.test(of: test.houseName, in: test.language)
            try send(letter, by: test.houseName, to: to, id: test.id, at: test.askedAt, secrets)
            return .done([MailTestResult(rev: test.rev)])
        } catch {
            return .done([MailTestResult(rev: test.rev, failure: error.failure)])
        }
    }

    private func send(
        _ letter: Letter, by name: String, to: MailAddress, id: String, at instant: Instant,
        _ secrets: any ConnectorSecrets
    ) throws(EffectProblem) {
        guard let stored = try read(.server, secrets) else {
            throw EffectProblem(.noSender, isFinal: true)
        }
        guard let json = try? JSON(parsing: Array(stored.utf8)),
            var settings = MailSettings(json)
        else { throw EffectProblem(.unreadable) }
        settings.server.password = try read(.password, secrets)
        let message = MailMessage(
            from: settings.from, fromName: name, to: to, subject: letter.subject,
            text: letter.text, html: letter.html, id: id,
            unixSeconds: Int(instant.milliseconds / 1_000))
        let mail = OutgoingMail(
            message.bytes, from: settings.from.text, to: to.text, by: settings.server)
        do throws(OutgoingMailError) {
            try senders(settings.allowsPrivate).send(mail)
        } catch {
            throw EffectProblem(EffectFailure(error), isFinal: !error.mayPass)
        }
    }

    private func read(
        _ secret: MailSecret, _ secrets: any ConnectorSecrets
    ) throws(EffectProblem) -> String? {
        do {
            return try secrets.secret(secret.rawValue)
        } catch {
            throw EffectProblem(.unreadable)
        }
    }
}

extension EffectFailure {
    /// The house no longer has a mail sender.
    static let noSender = EffectFailure(code: "no_sender")

    fileprivate init(_ error: OutgoingMailError) {
        switch error {
        case .forbiddenAddress: self = .privateAddress
        case .timedOut: self = .timedOut
        case .untrusted: self = .certificate
        case .unencrypted: self = EffectFailure(code: "not_encrypted")
        case .failed: self = .unreachable
        case .refused(let step, let status):
            let code =
                switch step {
                case .greeting: "greeting_refused"
                case .login: "login_refused"
                case .sender: "sender_refused"
                case .recipient: "recipient_refused"
                case .message: "message_refused"
                }
            self = EffectFailure(code: code, status: status == 0 ? nil : status)
        }
    }
}
