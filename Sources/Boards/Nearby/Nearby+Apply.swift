import BoardKit
import JSON
package import Sync

extension Nearby {
    package mutating func apply(_ event: Event) -> [RowChange] {
        guard event.board == name, event.rev > lastRev else { return [] }
        if event.isConfigured(of: declaration) { return applySettings(event) }
        guard let kind = NearbyEvent(rawValue: event.kind) else { return [] }
        switch kind {
        case .joined, .answered, .dismissed: return applyFriend(event, kind)
        case .imported: return applyImport(event)
        case .fetched: return applyFetch(event)
        case .sourceFailed, .sourceAnswered: return applySourceNews(event)
        case .forgotten: return applyForgetting(event)
        case .mailed, .mailSent, .mailFailed: return applyMail(event, kind)
        default:
            guard let change = change(of: event, kind) else { return [] }
            begin(event)
            return commit(change, event)
        }
    }

    /// Starts to apply an event.
    mutating func begin(_ event: Event, isEverything: Bool = false) {
        lastRev = event.rev
        lastChange = NearbyLastChange(rev: event.rev, isEverything: isEverything)
    }

    /// Returns the states that an event sets, or `nil` for an impossible event.
    private func change(of event: Event, _ kind: NearbyEvent) -> NearbyChange? {
        switch kind {
        case .added, .edited, .removed: return favouriteChange(of: event, kind)
        case .visited, .unvisited: return visitChange(of: event, kind)
        case .opened, .closed, .reopened: return roundChange(of: event, kind)
        case .chosen, .dropped: return optionChange(of: event, kind)
        case .undone: return undoing(event)
        default: return nil
        }
    }

    // MARK: Favourites

    private func favouriteChange(of event: Event, _ kind: NearbyEvent) -> NearbyChange? {
        guard let id = FavouriteID(event.subject) else { return nil }
        if kind == .added {
            guard !favourites.knows(id), let state = Favourite(event.data, at: event.at) else {
                return nil
            }
            return NearbyChange(\.favourites, id, to: state)
        }
        guard var state = favourites[id] else { return nil }
        state.change(by: event.data)
        return NearbyChange(\.favourites, id, to: kind == .removed ? nil : state)
    }

    private func visitChange(of event: Event, _ kind: NearbyEvent) -> NearbyChange? {
        guard let favourite = FavouriteID(event.subject), favourites[favourite] != nil,
            let id = event.data["visit"]?.text.flatMap(VisitID.init(_:))
        else { return nil }
        if kind == .unvisited {
            guard visits[id]?.favourite == favourite else { return nil }
            return NearbyChange(\.visits, id, to: nil)
        }
        guard !visits.knows(id), let state = FavouriteVisit(event.data, to: favourite) else {
            return nil
        }
        return NearbyChange(\.visits, id, to: state)
    }

    // MARK: Rounds

    private func roundChange(of event: Event, _ kind: NearbyEvent) -> NearbyChange? {
        guard let id = PlaceRoundID(event.subject) else { return nil }
        if kind == .opened {
            guard !rounds.knows(id), let state = PlaceRound(event.data, at: event.at) else {
                return nil
            }
            return NearbyChange(\.rounds, id, to: state)
        }
        guard var state = rounds[id], state.isOpen == (kind == .closed) else { return nil }
        if kind == .closed { state.close(by: event) } else { state.reopen(by: event) }
        return NearbyChange(\.rounds, id, to: state)
    }

    private func optionChange(of event: Event, _ kind: NearbyEvent) -> NearbyChange? {
        guard let round = PlaceRoundID(event.subject), rounds[round] != nil,
            let id = event.data["option"]?.text.flatMap(OptionID.init(_:))
        else { return nil }
        if kind == .dropped {
            guard options[id]?.round == round else { return nil }
            return NearbyChange(\.options, id, to: nil)
        }
        guard !options.knows(id), let state = RoundOption(event.data, of: round, at: event.at)
        else { return nil }
        return NearbyChange(\.options, id, to: state)
    }

    /// Applies a friend's joining, answer or removal. Friends have no history.
    private mutating func applyFriend(_ event: Event, _ kind: NearbyEvent) -> [RowChange] {
        guard let round = PlaceRoundID(event.subject), rounds[round] != nil,
            let id = event.data["friend"]?.text.flatMap(FriendID.init(_:))
        else { return [] }
        let state: RoundFriend?
        if kind == .joined {
            guard friends[id] == nil, let name = event.data["who"]?.text else { return [] }
            state = RoundFriend(round: round, name: name)
        } else {
            guard var friend = friends[id], friend.round == round else { return [] }
            friend.answer(event.data) { options[$0] != nil }
            state = kind == .dismissed ? nil : friend
        }
        begin(event)
        rounds.record(rev: event.rev)
        return showing([round], by: event) { board in board.set(id, to: state, in: round) }
    }

    // MARK: Feeds

    private mutating func applyImport(_ event: Event) -> [RowChange] {
        guard let kind = event.data["kind"]?.text.flatMap(FeedKind.init(rawValue:)),
            let name = event.data["feed"]?.text, let entry = FeedEntry(event)
        else { return [] }
        begin(event)
        rounds.record(rev: event.rev)
        let before = feeds.rows
        feeds.set(FeedKey(kind, name), to: entry)
        return RowChange.differences(
            in: Self.settingsView, member: "feeds", from: before, to: feeds.rows)
    }

    package var missingReferences: Set<String> { feeds.missing.union(areas.missing) }

    package mutating func take(_ content: ReferenceContent) throws {
        if feeds.missing.contains(content.digest) { try feeds.take(content) }
        try areas.take(content)
    }
}
