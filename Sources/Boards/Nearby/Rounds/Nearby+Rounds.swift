import BoardKit
import JSON
import Sync

/// Decides the actions on rounds and their options.
extension Nearby {
    static let openRoundCountMax = 20
    static let optionCountMax = 20
    private static let openDaysMax = 30
    private static let dayMilliseconds: Int64 = 86_400_000

    func decideOpen(_ asked: inout Asked) throws(Rejection) -> Decision {
        let title: NearbyName? = asked.arguments.required("title")
        let when: WritableInstant? = asked.arguments.optional("when")
        let until: ClosingTime? = asked.arguments.optional("until")
        let now = asked.moment.now
        if let until, until.instant <= now { asked.arguments.add(.badUntil, at: "until") }
        guard asked.areGood, let title else { throw asked.rejection }
        let closing = until?.instant ?? now.adding(milliseconds: Self.dayMilliseconds)
        guard closing.milliseconds(since: now) <= Int64(Self.openDaysMax) * Self.dayMilliseconds
        else { throw Rejection(.conflict, .opensTooLong, ["max": JSON(Self.openDaysMax)]) }
        try checkRoomForOpenRound()
        let data = [
            "title": JSON.string(title.text),
            "when": when.map { .string($0.instant.description) },
            "until": .string(closing.description),
        ]
        try checkRoom(for: data)
        return Self.decision(.opened, of: PlaceRoundID(rev: asked.moment.rev).text, data)
    }

    func checkRoomForOpenRound() throws(Rejection) {
        let count = parts.keys.count { rounds[$0]?.isOpen == true }
        try Rejection.check(
            count + 1, atMost: Self.openRoundCountMax, else: .tooManyRounds)
    }

    func ticketResult(of round: String) -> JSON {
        let ticket = dependencies.ticket(Subject(board: Self.boardName, id: round))
        return ["round": .string(round), "ticket": .string(ticket)]
    }

    // MARK: Options

    func decideChoose(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("round")
        let hasRef = asked.arguments.hasValue("ref")
        let hasBoth = hasRef && asked.arguments.hasValue("favourite")
        let ref: ItemID? = asked.arguments.optional("ref")
        if hasBoth, asked.arguments.hasNoProblem(at: ["ref"]) {
            asked.arguments.add(.refWithFavourite, at: "ref")
        }
        let favourite: ItemID? =
            hasRef
            ? asked.arguments.optional("favourite") : asked.arguments.required("favourite")
        guard asked.areGood, let named else { throw asked.rejection }
        let (id, round) = try round(named, asked)
        let chosen = try choice(ref, favourite, for: id, asked)
        guard round.isOpen else { throw Rejection(.conflict, .roundIsClosed) }
        try checkRoomForOption(chosen)
        var data: [String: JSON?] = chosen.members()
        data["option"] = .string(OptionID(rev: asked.moment.rev).text)
        try checkRoom(for: data)
        return Self.decision(.chosen, of: id.text, data)
    }

    /// Creates the option for a ref or a favourite.
    private func choice(
        _ ref: ItemID?, _ named: ItemID?, for round: PlaceRoundID, _ asked: Asked
    ) throws(Rejection) -> RoundOption {
        let at = asked.moment.now
        if let ref {
            return RoundOption(
                round: round, ref: ref.text, favourite: favouriteOfRef[ref.text],
                details: try details(ofRef: ref), at: at)
        }
        guard let named else { throw Rejection(.notFound, .noFavourite) }
        let (id, favourite) = try favourite(named, asked)
        return RoundOption(
            round: round, ref: favourite.ref, favourite: id, details: favourite.details, at: at)
    }

    /// Checks that an option is new and that there is room for it.
    func checkRoomForOption(_ option: RoundOption) throws(Rejection) {
        let present = parts[option.round]?.options ?? []
        guard !present.contains(where: { options[$0]?.isSamePlace(as: option) == true }) else {
            throw Rejection(.conflict, .samePlace)
        }
        try Rejection.check(
            present.count + 1, atMost: Self.optionCountMax, else: .tooManyOptions)
    }

    func decideDrop(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("option")
        guard let id = OptionID(named.text), let known = options.lastKnown(id),
            !options.isTakenBack(id), let round = rounds[known.round]
        else { throw Rejection(.notFound, .noOption) }
        try asked.check(options.lastRev(of: id))
        guard round.isOpen else { throw Rejection(.conflict, .roundIsClosed) }
        guard options[id] != nil else { throw Rejection(.conflict, .optionIsGone) }
        return Self.decision(.dropped, of: known.round.text, ["option": .string(id.text)])
    }

    // MARK: Closing

    func decideClose(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("round")
        let chosen: ItemID? = asked.arguments.optional("option")
        guard asked.areGood, let named else { throw asked.rejection }
        let (id, round) = try round(named, asked)
        var decided = winner(of: id)
        if let chosen { decided = try option(chosen, of: id) }
        guard round.isOpen else { throw Rejection(.conflict, .roundIsClosed) }
        return Self.closing(id, for: decided)
    }

    static func closing(_ id: PlaceRoundID, for decided: OptionID?) -> Decision {
        decision(.closed, of: id.text, ["option": decided.map { .string($0.text) }])
    }

    /// Returns the option with the most votes. Breaks ties by the votes of friends who come, and
    /// then in favour of the option chosen first. Returns `nil` if nobody has voted.
    func winner(of id: PlaceRoundID) -> OptionID? {
        var votes: [OptionID: Int] = [:]
        var ofComing: [OptionID: Int] = [:]
        for friend in (parts[id]?.friends ?? []).compactMap({ friends[$0] }) {
            for option in friend.votes where options[option] != nil {
                votes[option, default: 0] += 1
                if friend.coming == .yes { ofComing[option, default: 0] += 1 }
            }
        }
        return votes.keys.max { one, other in
            (votes[one] ?? 0, ofComing[one] ?? 0, -one.rev)
                < (votes[other] ?? 0, ofComing[other] ?? 0, -other.rev)
        }
    }

    func decideReopen(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("round")
        let (id, round) = try round(named, asked)
        guard !round.isOpen else { throw Rejection(.conflict, .roundIsOpen) }
        try checkRoomForOpenRound()
        // A round that closed because its time had passed gets another day.
        let now = asked.moment.now
        let until =
            round.until > now ? round.until : now.adding(milliseconds: Self.dayMilliseconds)
        return Self.decision(.reopened, of: id.text, ["until": .string(until.description)])
    }
}
