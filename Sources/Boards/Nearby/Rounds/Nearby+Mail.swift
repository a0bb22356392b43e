import BoardKit
import HouseBoard
import JSON
import Sync

/// Sends letters about a round, through the house's mail sender.
extension Nearby {
    static let waitingLetterCountMax = 100
    /// A letter that arrives after the meal is of no use.
    private static let letterLifetime = Duration.seconds(6 * 3_600)

    /// Decides to mail the places of a round. The letter waits in the store, so it contains only
    /// what may be stored.
    func decideMail(
        _ asked: inout Asked, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("round")
        let to: MailAddressList? = asked.arguments.required("to")
        guard asked.areGood, let named, let to else { throw asked.rejection }
        let (id, _) = try round(named, asked)
        let mail = try House.mailSender(in: boards)
        guard let share = share(id) else { throw Rejection(.notFound, .noRound) }
        let waitingCount = parts[id]?.mail?.waiting.count ?? 0
        try Rejection.check(
            waitingCount + to.addresses.count, atMost: Self.waitingLetterCountMax,
            else: .tooMuchMail)
        let letter = Letter(subject: share.subject, text: share.text, html: share.html)
        var decision = Self.decision(.mailed, of: id.text, ["count": JSON(to.addresses.count)])
        decision.effects = zip(to.addresses, Self.letters(to.addresses.count, asked.moment.rev))
            .map { address, name in
                mail.effect(
                    of: letter, to: address, lane: name, lifetime: Self.letterLifetime,
                    outcome: Effect.Outcome(
                        action: NearbyAction.noteMail.rawValue,
                        arguments: ["round": .string(id.text), "letter": .string(name)]))
            }
        return decision
    }

    /// Returns the ids of the letters that an event sends.
    private static func letters(_ count: Int, _ rev: Int) -> [String] {
        (0..<count).map { "l_\(rev).\($0)" }
    }

    func decideMailNote(
        _ asked: inout Asked, _ report: EffectReport?
    ) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("round")
        let letter: ItemID? = asked.arguments.required("letter")
        guard asked.areGood, let named, let letter else { throw asked.rejection }
        let (id, _) = try round(named, asked)
        guard let report, parts[id]?.mail?.knows(letter.text) == true else {
            throw Rejection(.notFound, .noLetter)
        }
        return Self.decision(
            report.state == .done ? .mailSent : .mailFailed, of: id.text,
            ["letter": .string(letter.text), "count": 1])
    }

    mutating func applyMail(_ event: Event, _ kind: NearbyEvent) -> [RowChange] {
        guard let id = PlaceRoundID(event.subject), let before = picture(of: id) else { return [] }
        begin(event)
        rounds.record(rev: event.rev)
        if kind == .mailed {
            guard let count = event.data["count"]?.integer, count <= MailAddressList.countMax else {
                return []
            }
            parts[id]?.mail = RoundMail(
                Self.letters(count, event.rev), at: event.at, after: before.mail)
        } else if let letter = event.data["letter"]?.text {
            parts[id]?.mail?.note(letter, isSent: kind == .mailSent, at: event.at)
        }
        return Self.changes(of: id, from: before, to: picture(of: id))
    }
}
