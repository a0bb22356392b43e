import BoardKit
import JSON
import Sync

/// Decides the actions of friends in a round.
extension Nearby {
    static let friendCountMax = 100

    func decideJoin(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("round")
        let name: NearbyName? = asked.arguments.required("name")
        guard asked.areGood, let named, let name else { throw asked.rejection }
        let id = try openRound(named, asked)
        try Rejection.check(
            (parts[id]?.friends.count ?? 0) + 1, atMost: Self.friendCountMax, else: .tooManyFriends)
        let data = [
            "friend": JSON.string(FriendID(rev: asked.moment.rev).text),
            "who": .string(name.text),
        ]
        try checkRoom(for: data)
        return Self.decision(.joined, of: id.text, data)
    }

    func decideAnswer(_ asked: inout Asked) throws(Rejection) -> Decision {
        try refuseForeign(asked)
        let named: ItemID? = asked.arguments.required("friend")
        let key: ItemID? =
            asked.isByGuest ? asked.arguments.required("key") : asked.arguments.optional("key")
        let isEmpty = !asked.arguments.hasAny(of: ["coming", "votes"])
        let coming: ValueChange<Coming>? = asked.arguments.change(of: "coming")
        if isEmpty { asked.arguments.add(.nothingToChange, at: "coming") }
        let votes: ValueChange<OptionList>? = asked.arguments.change(of: "votes")
        guard asked.areGood, let named else { throw asked.rejection }
        if asked.isByGuest, !isKey(key, of: named.text) { throw .forbidden(to: asked.principal) }
        guard let id = FriendID(named.text), let friend = friends[id],
            let round = rounds[friend.round]
        else {
            // A guest with a valid key was a friend before.
            if asked.isByGuest { throw Rejection(.conflict, .friendIsGone) }
            throw Rejection(.notFound, .noFriend)
        }
        let chosen = try votes.map { (votes) throws(Rejection) in
            try options(votes, of: friend.round)
        }
        guard round.isOpen else { throw Rejection(.conflict, .roundIsClosed) }
        let told = [
            "coming": coming?.json { .string($0.rawValue) },
            "votes": chosen.map { .array($0.map { .string($0.text) }) },
        ]
        try checkRoom(for: told)
        var data = told
        data["friend"] = .string(id.text)
        return Self.decision(.answered, of: friend.round.text, data)
    }

    /// Also permitted in a closed round, because its friends are shown for some days.
    func decideDismiss(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("friend")
        guard let id = FriendID(named.text), let friend = friends[id] else {
            throw Rejection(.notFound, .noFriend)
        }
        return Self.decision(.dismissed, of: friend.round.text, ["friend": .string(id.text)])
    }

    /// Finds the options that a friend votes for, in the order in which they were chosen.
    private func options(
        _ votes: ValueChange<OptionList>, of round: PlaceRoundID
    ) throws(Rejection) -> [OptionID] {
        guard case .set(let list) = votes else { return [] }
        var found: [OptionID] = []
        for name in list.names { found.append(try option(name, of: round)) }
        return found.sorted()
    }

    // MARK: Keys

    /// Returns the secret with which a friend answers. It is derived from the venue's key, as a
    /// ticket is.
    private func key(of friend: String) -> String? {
        dependencies.secret(of: Subject(board: Self.boardName, id: friend))
    }

    private func isKey(_ given: ItemID?, of friend: String) -> Bool {
        guard let given, let key = key(of: friend) else { return false }
        return key.isSameSecret(as: given.text)
    }

    func friendResult(of event: Event) -> JSON? {
        guard let friend = event.data["friend"]?.text else { return nil }
        return JSON(present: ["friend": .string(friend), "key": key(of: friend).map(JSON.string)])
    }

    // MARK: Guests

    /// Rejects a guest's answer for a friend of another round, whether or not that friend exists. A
    /// guest with the key of a removed friend may learn of the removal.
    private func refuseForeign(_ asked: Asked) throws(Rejection) {
        let given = asked.mutation.arguments
        guard asked.isByGuest, let named = given["friend"]?.text else { return }
        let friend = FriendID(named).flatMap { friends[$0] }
        let isOwn =
            friend.map { $0.round.text == asked.principal.subject?.id }
            ?? isKey(try? ItemID(given["key"] ?? .null), of: named)
        guard isOwn else { throw .forbidden(to: asked.principal) }
    }
}
