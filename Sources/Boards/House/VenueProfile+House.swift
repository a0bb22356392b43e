package import BoardKit
import JSON
package import Sync

extension VenueProfile {
    /// The settings as the owner's page shows them.
    var document: JSON {
        var members = members()
        members["joinLink"] = joinLink.map(JSON.string)
        return .object(members)
    }

    /// Applies an event of any board to the settings. Other boards' events only make the join link,
    /// so a board that does not show the link may leave them out.
    package mutating func change(by event: Event) {
        guard event.board == House.boardName else {
            // A board's settings can open the link.
            if event.changesSettings { makeJoinLink(by: event) }
            return
        }
        switch House.Kind(rawValue: event.kind) {
        case .configured: configure(by: event)
        case .joinLinkRenewed: joinLink = JoinLinkID(rev: event.rev).text
        default: break
        }
    }

    private mutating func configure(by event: Event) {
        change(by: event.data)
        if selfCheckIn != .off { makeJoinLink(by: event) }
    }

    /// Makes the first join link. Only `join_link_renewed` makes later ones, so printed links stay
    /// valid.
    private mutating func makeJoinLink(by event: Event) {
        joinLink = joinLink ?? JoinLinkID(rev: event.rev).text
    }
}

extension Event {
    /// Whether the event may change the owner's settings.
    package var mayChangeProfile: Bool { board == House.boardName || changesSettings }
}

extension Venue {
    /// The owner's settings, as shown.
    package var profile: VenueProfile {
        board(House.self)?.settings ?? VenueProfile(record)
    }

    /// The id of the join link, if a board currently permits something to people who come by it.
    package var openJoinLink: String? {
        profile.joinLink.flatMap { isOpen(toJoinLink: $0) ? $0 : nil }
    }
}

/// The end of the current service day, which begins the next one: the day's start in the venue's
/// time zone, also on days when clocks change.
///
/// A day without events does not begin, so an unused venue has no events.
struct ServiceDayEnd: Sendable {
    /// Whether anything has happened since the day began.
    private var isEventful = false
    /// Cached, so that the calendar is used once a day rather than at every event. Changes of the
    /// settings do not affect a day that has begun.
    var endsAt = Instant(milliseconds: .min)

    /// When the next day begins; `nil` if nothing has happened in this one.
    var dueAt: Instant? { isEventful ? endsAt : nil }

    /// Whether the day that an event of any board belongs to ends later than this one.
    func isOver(at event: Event) -> Bool {
        // At the day's end, the clock's events precede the new day, and people's events follow it.
        let isLater = event.at >= endsAt && !(isEventful && event.actor == .clock)
        return isLater || event.kind == Event.dayBeganKind || event.recordsSetBack
    }

    /// Applies an event of any board.
    mutating func note(_ event: Event) { isEventful = event.kind != Event.dayBeganKind }
}

extension ServiceDayEnd {
    package func write(to writer: inout StateWriter) {
        writer.write(isEventful)
        writer.write(endsAt)
    }

    init(from reader: inout StateReader) throws(StateError) {
        isEventful = try reader.read()
        endsAt = try reader.read()
    }
}

extension VenueProfile {
    /// Returns when the service day of an instant ends.
    func serviceDayEnd(after instant: Instant) -> Instant {
        VenueClock(timeZone: timeZone).next(dayStart, after: instant)
            ?? instant.adding(milliseconds: 86_400_000)
    }
}
