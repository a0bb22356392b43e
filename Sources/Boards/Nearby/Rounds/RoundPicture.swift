import BoardKit
import JSON
import Sync

/// A round as the views show it.
struct RoundPicture: Sendable, Equatable {
    let round: PlaceRound
    let options: [OptionID: RoundOption]
    /// With only the votes that count.
    let friends: [FriendID: RoundFriend]
    let mail: RoundMail?

    var hostRow: JSON {
        var members = members
        members["mail"] = mail?.row
        return .object(members)
    }

    /// The row for the round's guests.
    var row: JSON { .object(members) }

    private var members: [String: JSON] {
        var members = round.shownMembers
        var votes: [OptionID: Int] = [:]
        for option in friends.values.flatMap(\.votes) { votes[option, default: 0] += 1 }
        var rows: [String: JSON] = [:]
        for (id, option) in options { rows[id.text] = option.row(votes: votes[id] ?? 0) }
        members["options"] = .object(rows)
        rows = [:]
        for (id, friend) in friends { rows[id.text] = friend.row }
        members["friends"] = .object(rows)
        return members
    }
}

extension Nearby {
    /// Returns `nil` if there is no such round.
    func picture(of id: PlaceRoundID) -> RoundPicture? {
        guard let round = rounds[id], let parts = parts[id] else { return nil }
        var options: [OptionID: RoundOption] = [:]
        for option in parts.options { options[option] = self.options[option] }
        var friends: [FriendID: RoundFriend] = [:]
        for friend in parts.friends {
            friends[friend] = self.friends[friend]?.voting(onlyFor: { options[$0] != nil })
        }
        return RoundPicture(
            round: round, options: options, friends: friends, mail: parts.mail)
    }

    static func changes(
        of id: PlaceRoundID, from old: RoundPicture?, to new: RoundPicture?
    ) -> [RowChange] {
        if old == new { return [] }
        return [
            RowChange(
                view: hostView, member: "rounds", row: id.text,
                making: new.map { picture in { @Sendable in picture.hostRow } })
        ]
    }
}
