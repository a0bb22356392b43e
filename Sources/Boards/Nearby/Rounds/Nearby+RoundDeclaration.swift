import BoardKit
import Sync

extension Nearby {
    static let roundActions = [
        open, choose, drop, join, answer, dismiss, close, reopen, mail, noteMail,
    ]

    private static let open = action(
        .open, causes: [.opened], "Opens a round in which friends choose a place.",
        [
            .required("title", NearbyName.self, "What it is about"),
            .optional("when", WritableInstant.self, "When they want to meet"),
            .optional(
                "until", ClosingTime.self,
                "When it closes by itself: after a day, or at an instant in the next 30 days"),
        ],
        roles: hosts,
        result: [
            .always("round", ItemID.schema, "The round's id"),
            .always(
                "ticket", ItemID.schema, "With which the round's guests sign in", isSecret: true),
        ])

    private static let choose = action(
        .choose, causes: [.chosen], "Makes a place an option of a round.",
        [
            .round,
            .optional("ref", ItemID.self, "What the source calls the place"),
            .optional("favourite", ItemID.self, "Or the favourite's id"),
        ],
        roles: hosts, result: [.always("option", ItemID.schema, "The option's id")])

    private static let drop = action(
        .drop, causes: [.dropped], "Takes an option out of its round, with its votes.",
        [.required("option", ItemID.self, "The option's id")], roles: hosts)

    private static let join = action(
        .join, "Joins a round.",
        [
            .round,
            .required("name", NearbyName.self, "What the friend is called", isPersonal: true),
        ],
        roles: hosts, guests: .ofSubject(argument: "round"),
        result: [
            .always("friend", ItemID.schema, "The friend's id"),
            .always("key", ItemID.schema, "With which the friend answers", isSecret: true),
        ])

    private static let answer = action(
        .answer, "Says whether a friend comes, and for what the friend votes.",
        [
            .required("friend", ItemID.self, "The friend's id"),
            .optional("key", ItemID.self, "The friend's key, which guests need", isSecret: true),
            .change("coming", Coming.self, "Whether the friend comes"),
            .change("votes", OptionList.self, "All options for which the friend votes"),
        ],
        roles: hosts, guests: .all)

    private static let dismiss = action(
        .dismiss, "Takes a friend out of a round, with the friend's votes.",
        [.required("friend", ItemID.self, "The friend's id")], roles: hosts)

    private static let close = action(
        .close, causes: [.closed], "Closes a round.",
        [
            .round,
            .optional(
                "option", ItemID.self,
                "The option that is decided; without it, the one with the most votes"),
        ],
        roles: hosts,
        result: [.maybe("option", ItemID.schema, "The option that is decided, if any")])

    private static let reopen = action(
        .reopen, causes: [.reopened], "Opens a round again that is closed.", [.round], roles: hosts)

    private static let mail = action(
        .mail, "Sends the places of a round by mail. What comes of it stands on the view.",
        [
            .round,
            .required(
                "to", MailAddressList.self, "Whom: each gets a letter of their own",
                isSealed: true),
        ],
        roles: hosts)

    private static let noteMail = action(
        .noteMail, "Says what came of a letter.",
        [
            .round, .required("letter", ItemID.self, "The letter's id"),
        ],
        roles: [.hub], isHubOnly: true)
}

extension ArgumentDeclaration {
    fileprivate static let round = required("round", ItemID.self, "The round's id")
}
