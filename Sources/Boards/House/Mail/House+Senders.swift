import BoardKit
import Destinations
import JSON
import Mail
package import Sync

/// The house's senders of messages. The effects of every board use them.
extension House {
    static let sendersView = "house/senders"

    // MARK: Deciding

    func decideSetSender(
        _ arguments: inout Arguments, given: [String: JSON]
    ) throws(Rejection) -> Decision {
        let channel: SenderChannel? = arguments.required("channel")
        let host: MailHost? = arguments.required("host")
        let port: PortNumber? = arguments.required("port")
        let from: MailAddress? = arguments.required("from")
        let security: MailServer.Security? = arguments.required("tls")
        let user: AccountUser? = arguments.optional("user")
        let password: AccountSecret? = arguments.optional("password")
        let allowsPrivate: Switch? = arguments.optional("allowPrivate")
        let known = email?.settings.server
        // A stored password is never sent to another server.
        let isKept =
            given["password"] == nil && user != nil && known?.host == host?.text
            && known?.user == user?.text
        if given["password"]?.text?.isEmpty ?? false { arguments.add(.required, at: "password") }
        if user == nil, password != nil { arguments.add(.required, at: "user") }
        if user != nil, password == nil, !isKept, arguments.hasNoProblem(at: ["password"]) {
            arguments.add(.required, at: "password")
        }
        guard arguments.areGood, let channel, let host, let port, let from, let security else {
            throw arguments.rejection
        }
        let settings = MailSettings(
            server: MailServer(
                host: host.text, port: port.number, security: security, user: user?.text),
            from: from, allowsPrivate: allowsPrivate?.isOn ?? false)
        var decision = Self.decision(.senderSet, channel, settings.json)
        decision.secrets = [
            MailSecret.server.set(settings.json.canonical), MailSecret.testAddress.set(nil),
        ]
        if user == nil { decision.secrets.append(MailSecret.password.set(nil)) }
        return decision
    }

    func decideClearSender(_ asked: inout Asked) throws(Rejection) -> Decision {
        let channel: SenderChannel = try asked.last("channel")
        try demandSender()
        var decision = Self.decision(.senderCleared, channel)
        decision.secrets = MailSecret.allCases.map { $0.set(nil) }
        return decision
    }

    /// A connector runs the test, so that the answer does not wait for it.
    func decideTestSender(_ asked: inout Asked) throws(Rejection) -> Decision {
        let channel: SenderChannel? = asked.arguments.required("channel")
        let _: MailAddress? = asked.arguments.required("to")
        guard asked.areGood, let channel else { throw asked.rejection }
        try demandSender()
        return Self.decision(.senderTestBegun, channel)
    }

    func decideNoteTest(_ asked: Asked) throws(Rejection) -> Decision {
        try asked.checkArguments()
        guard let test = email?.test,
            case .done(let result as MailTestResult) = asked.mutation.connector?.result,
            result.rev == test.rev
        else { throw Rejection(.conflict, .noSender) }
        let outcome = JSON(present: [
            "ok": .bool(result.failure == nil),
            "error": result.failure.map { .string($0.text) },
        ])
        var decision = Self.decision(.senderTested, .email, outcome)
        decision.secrets = [MailSecret.testAddress.set(nil)]
        return decision
    }

    private func demandSender() throws(Rejection) {
        guard email != nil else { throw Rejection(.conflict, .noSender) }
    }

    private static func decision(
        _ kind: Kind, _ channel: SenderChannel, _ data: JSON = [:]
    ) -> Decision {
        var members = data.members ?? [:]
        members["channel"] = .string(channel.rawValue)
        return decision(kind, of: channel.rawValue, members)
    }

    // MARK: Applying

    mutating func changeSender(_ kind: Kind, by event: Event) -> [RowChange] {
        let before = email?.row
        switch kind {
        case .senderSet: email = MailSettings(event.data).map { EmailSender(settings: $0) } ?? email
        case .senderCleared: email = nil
        case .senderTestBegun: email?.test = EmailSender.Test(rev: event.rev, askedAt: event.at)
        case .senderTested:
            email?.test = nil
            email?.outcome = EmailSender.Outcome(at: event.at, failure: event.data["error"]?.text)
        default: break
        }
        let row = email?.row
        guard row != before else { return [] }
        return [
            RowChange(
                view: Self.sendersView, member: "senders", row: SenderChannel.email.rawValue,
                value: row)
        ]
    }

    package var connectors: [Connector] {
        guard let test = email?.test else { return [] }
        let job = MailTest(
            rev: test.rev, id: "\(place):\(test.rev):test", askedAt: test.askedAt,
            houseName: settings.name, language: settings.languages.first ?? .english)
        // Each test has its own lane, so a hanging test does not delay the next.
        return [
            Connector(
                id: "email/test", lane: "email/\(test.rev)", job: job, since: test.rev,
                action: Action.noteTest.rawValue)
        ]
    }
}
