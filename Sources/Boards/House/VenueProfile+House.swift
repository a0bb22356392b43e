package import BoardKit
import JSON
package import Sync

extension VenueProfile {
    /// The settings on the owner's page.
    var document: JSON {
        var members = members()
        members["joinLink"] = joinLink.map(JSON.string)
        return .object(members)
    }

    /// Applies an event of any board to the settings. Another board's event can only create the
    /// join link, so a board that does not show the link may leave such events out.
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

    /// The id of the join link, if a board currently permits something to people who use it.
    package var openJoinLink: String? {
        profile.joinLink.flatMap { isOpen(toJoinLink: $0) ? $0 : nil }
    }
}
