package import BoardKit
import JSON
package import Sync

extension VenueProfile {
    /// The settings as the owner's page shows them.
    var document: JSON {
        JSON(present: [
            "name": .string(name), "timeZone": .string(timeZone),
            "labels": .string(labels.rawValue), "selfCheckIn": .string(selfCheckIn.rawValue),
            "languages": languages.json,
            "joinLink": joinLink.map(JSON.string), "dayStart": .string(dayStart.text),
            "hours": hours, "exceptions": exceptions,
        ])
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
        name = event.data["name"]?.text ?? name
        timeZone = event.data["timeZone"]?.text ?? timeZone
        labels = event.data["labels"]?.text.flatMap(LabelPrivacy.init(rawValue:)) ?? labels
        selfCheckIn =
            event.data["selfCheckIn"]?.text.flatMap(SelfCheckIn.init(rawValue:)) ?? selfCheckIn
        languages =
            event.data["languages"]?.texts?.compactMap(Language.init(rawValue:)) ?? languages
        if let text = event.data["dayStart"] {
            dayStart = TimeOfDay(text.text) ?? Self.defaultDayStart
        }
        if let hours = event.data["hours"] { self.hours = hours.isNull ? nil : hours }
        if let exceptions = event.data["exceptions"] {
            self.exceptions = exceptions.isNull ? nil : exceptions
        }
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

extension VenueProfile {
    package func write(to writer: inout StateWriter) {
        writer.write(name)
        writer.write(timeZone)
        writer.write(labels)
        writer.write(selfCheckIn)
        writer.write(languages)
        writer.write(joinLink)
        writer.write(dayStart.text)
        writer.write(hours)
        writer.write(exceptions)
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        name = try reader.read()
        timeZone = try reader.read()
        labels = try reader.read()
        selfCheckIn = try reader.read()
        languages = try reader.read()
        if languages.isEmpty { throw StateError("the house has no language") }
        joinLink = try reader.read()
        dayStart = TimeOfDay(try reader.read(String.self)) ?? Self.defaultDayStart
        hours = try reader.read()
        exceptions = try reader.read()
    }
}
