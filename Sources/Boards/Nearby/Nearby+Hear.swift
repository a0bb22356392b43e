import BoardKit
import HouseBoard
import JSON
package import Sync

/// Reacts to time, to settings, and to the house.
extension Nearby {
    // MARK: Time

    package func nextDue() -> Instant? { due }

    /// Closes a round, or removes one from all documents.
    package func decideDue(at moment: Moment) -> Decision? {
        guard let due, due <= moment.now else { return nil }
        let next = parts.keys.compactMap { id in rounds[id].map { (id: id, round: $0) } }
            .filter { $0.round.due <= moment.now }
            .min { ($0.round.due, $0.id.rev) < ($1.round.due, $1.id.rev) }
        guard let next else { return nil }
        return next.round.isOpen
            ? Self.closing(next.id, for: winner(of: next.id))
            : Self.decision(.forgotten, of: next.id.text, ["title": .string(next.round.title)])
    }

    mutating func applyForgetting(_ event: Event) -> [RowChange] {
        guard let id = PlaceRoundID(event.subject), rounds[id] != nil else { return [] }
        begin(event)
        return showing([id], by: event) { board in
            board.forget(id)
            board.rounds.record(rev: event.rev)
        }
    }

    // MARK: Settings and house

    /// Applies a change of the board's own settings, which the kernel has already made.
    mutating func applySettings(_ event: Event) -> [RowChange] {
        begin(event)
        return showVenue(event) + resetSource(event)
    }

    package mutating func hear(_ event: Event) -> [RowChange] {
        guard event.board == House.boardName else { return [] }
        house.change(by: event)
        return showVenue(event)
    }

    /// Updates the venue's part of the documents, if it has changed.
    private mutating func showVenue(_ event: Event) -> [RowChange] {
        let member = venueMember
        guard member != shownVenue else { return [] }
        shownVenue = member
        venueChangedRev = event.rev
        lastChange = NearbyLastChange(rev: event.rev, isEverything: true)
        return [RowChange(view: Self.displayView, member: "venue", row: nil, value: member)]
    }
}
