import BoardKit
import JSON
import Sync
import WaitlistBoard

extension VenueHistory {
    /// Returns a venue's answers to all possible questions. Venues with equal answers are equal.
    func answers(of venue: Venue) -> [String] {
        let later = Self.start.adding(milliseconds: 100_000_000_000)
        var answers = ["\(venue.rev) \(String(describing: venue.nextDue()))"]
        for rev in 1...events.count {
            let party = "p_" + String(rev, radix: 36)
            answers += readings(of: venue, party: party)
            answers += resuming(venue, since: rev)
            for action in ["waitlist.undo", "notice.undo"] {
                answers += asking(venue, action, ["rev": JSON(rev)], at: later)
            }
            for action in ["waitlist.restore", "waitlist.ready", "waitlist.cancel"] {
                answers += asking(venue, action, ["party": .string(party)], at: later)
                answers += asking(venue, action, ["party": .string(party)], ifRev: rev, at: later)
            }
            let notice = "n_" + String(rev, radix: 36)
            answers += asking(venue, "notice.clear", ["notice": .string(notice)], at: later)
        }
        for event in events {
            guard let id = event.mutationID else { continue }
            answers += asking(venue, event.board + ".undo", ["rev": 1], id: id, at: later)
        }
        answers += asking(venue, "waitlist.add", ["name": "Ada", "size": 2], at: later)
        answers += asking(venue, "waitlist.call_next", [:], at: later)
        for rev in 1...events.count {
            let party = JSON.string("p_" + String(rev, radix: 36))
            answers += asking(venue, "waitlist.call_next", ["expect": party], at: later)
        }
        return answers
    }

    private func asking(
        _ venue: Venue, _ action: String, _ arguments: [String: JSON], ifRev: Int? = nil,
        id: String = "new", at now: Instant
    ) -> [String] {
        var venue = venue
        let mutation = Mutation(id: id, action: action, arguments: arguments, ifRev: ifRev)
        var actions = venue.mutate(
            mutation, of: ClientID(number: 1), by: Self.host, at: now)
        if let batch = venue.takeBatch() {
            actions += venue.show(batch, at: now)
        }
        return Self.texts(actions) + ["\(venue.rev)"]
    }

    private func readings(of venue: Venue, party: String) -> [String] {
        var venue = venue
        let readers = [
            ("waitlist/display", Principal(role: .display, device: "d_2")),
            ("waitlist/host", Self.host),
            ("waitlist/host", Principal(role: .engineer, device: "d_3")),
            ("notice/display", Self.host),
            ("waitlist/guest", Principal(guestOf: .party(party))),
        ]
        return readers.map { view, principal in
            guard let reading = try? venue.read(view, by: principal) else { return "nothing" }
            return "\(reading.rev) " + String(decoding: reading.snapshot, as: UTF8.self)
        }
    }

    private func resuming(_ venue: Venue, since rev: Int) -> [String] {
        var venue = venue
        let id = ClientID(number: 2)
        _ = venue.connect(id, as: Principal(role: .owner, device: "d_5"), at: Self.start)
        return ["waitlist/display", "waitlist/host", "notice/display", "house/settings"].flatMap {
            view in
            let message: JSON = [
                "type": "subscribe", "view": .string(view),
                "since": ["epoch": "k3f9", "rev": JSON(rev)],
            ]
            return Self.texts(venue.receive(message.canonical, from: id, at: Self.start))
        }
    }

    private static func texts(_ actions: [Action]) -> [String] {
        actions.map { action in
            switch action {
            case .send(_, let message): String(decoding: message.bytes, as: UTF8.self)
            case .broadcast(_, let messages):
                messages.map { String(decoding: $0, as: UTF8.self) }
                    .joined()
            case .published(let event, _, _):
                event.cloudEvent(venue: "main", epoch: "k3f9").canonicalText
            case .rejected(_, let rejection, _, _):
                "\(rejection.code) \(rejection.message ?? "") "
                    + rejection.problems.map(\.message).joined(separator: " ")
            case .write, .inquire, .make, .settle, .drifted, .close, .signedOut:
                "\(action)"
            }
        }
    }
}
