import BoardKit
package import JSON
package import Mail
package import Sync

/// A letter from a board to a person, by mail.
package struct Letter: Sendable, Equatable {
    package var subject: String
    package var text: String
    /// The text as HTML; `nil` for text only.
    package var html: String?

    package init(subject: String, text: String, html: String? = nil) {
        self.subject = subject
        self.text = text
        self.html = html
    }
}

extension Letter {
    package init?(_ json: JSON) {
        guard let subject = json["subject"]?.text, let text = json["text"]?.text else {
            return nil
        }
        self.init(subject: subject, text: text, html: json["html"]?.text)
    }

    var members: [String: JSON?] {
        ["subject": .string(subject), "text": .string(text), "html": html.map(JSON.string)]
    }
}

/// The house's sender of mail, for the boards of a venue.
///
///     let mail = try House.mailSender(in: boards)
///     var decision = Decision(kind: "mailed", subject: id, data: ["count": 1])
///     decision.effects = [mail.effect(of: letter, to: address, lane: id, lifetime: .seconds(3_600))]
///
/// The argument with the address is declared as sealed, so that no event contains it.
package struct MailSender: Sendable {
    /// The name of the carrier.
    package static let target = "mail"

    let name: String

    /// Returns the effect that sends a letter to one person. The address is sealed.
    ///
    /// - Parameters:
    /// - lane: distinguishes letters that are sent independently of each other. The letters of one
    ///   lane are sent in order, so a waiting letter delays the next. The lane appears on the
    ///   owner's page.
    ///   - lifetime: the time after which the letter is no longer useful.
    /// - outcome: the way in which the board learns the outcome.
    package func effect(
        of letter: Letter, to address: MailAddress, lane: String, lifetime: Duration,
        outcome: Effect.Outcome? = nil
    ) -> Effect {
        var data = letter.members
        data["name"] = .string(name)
        return Effect(
            target: "\(Self.target):\(lane)", data: JSON(present: data),
            sealed: ["to": .string(address.text)], lifetime: lifetime, outcome: outcome)
    }
}

extension House {
    /// Returns the sender for the mail of a board's decision.
    ///
    /// - Throws: `conflict` if the owner has set up no sender.
    package static func mailSender(in boards: BoardStates) throws(Rejection) -> MailSender {
        guard let house = boards[House.self], house.email != nil else {
            throw Rejection(.conflict, .noSender)
        }
        return MailSender(name: house.settings.name)
    }
}
