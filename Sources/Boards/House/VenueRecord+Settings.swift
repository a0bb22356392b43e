import JSON
public import Sync

extension VenueRecord {
    /// What an owner can change, as the owner's page shows it.
    var settings: JSON {
        JSON(present: [
            "name": .string(name), "timeZone": .string(timeZone),
            "labels": .string(labels.rawValue), "selfCheckIn": .string(selfCheckIn.rawValue),
            "languages": languages.json,
            "joinLink": joinLink.map(JSON.string),
        ])
    }

    /// The join link's id while guests may join by themselves.
    public var openJoinLink: String? { selfCheckIn == .off ? nil : joinLink }

    /// Carries out what an event of the house says of the settings, and nothing that others do.
    mutating func change(by event: Event) {
        guard event.board == House.boardName else { return }
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
        if selfCheckIn != .off, joinLink == nil { joinLink = JoinLinkID(rev: event.rev).text }
    }
}
