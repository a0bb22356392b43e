import BoardKit
import Sync

/// The actions on rounds.
extension Nearby {
    static let roundActions = [
        open, choose, drop, join, answer, dismiss, close, reopen, mail, noteMail,
    ]

    private static let open = ActionDeclaration(
        NearbyAction.open.rawValue, "Opens a round in which friends choose a place.",
        arguments: [
            ArgumentDeclaration("title", NearbyName.self, .required, "What it is about"),
            ArgumentDeclaration(
                "when", WritableInstant.self, .optional, "When they want to meet"),
            ArgumentDeclaration(
                "until", ClosingTime.self, .optional,
                "When it closes by itself: after a day, or at an instant in the next 30 days"),
        ],
        roles: hosts,
        result: [
            .always("round", ItemID.schema, "The round's id"),
            ArgumentDeclaration(
                "ticket", "With which the round's guests sign in", schema: ItemID.schema,
                isRequired: true, isSecret: true),
        ])

    private static let choose = ActionDeclaration(
        NearbyAction.choose.rawValue, "Makes a place an option of a round.",
        arguments: [
            .round,
            ArgumentDeclaration(
                "ref", ItemID.self, .optional, "What the source calls the place"),
            ArgumentDeclaration("favourite", ItemID.self, .optional, "Or the favourite's id"),
        ],
        roles: hosts, result: [.always("option", ItemID.schema, "The option's id")])

    private static let drop = ActionDeclaration(
        NearbyAction.drop.rawValue, "Takes an option out of its round, with its votes.",
        arguments: [ArgumentDeclaration("option", ItemID.self, .required, "The option's id")],
        roles: hosts)

    private static let join = ActionDeclaration(
        NearbyAction.join.rawValue, "Joins a round.",
        arguments: [
            .round,
            ArgumentDeclaration(
                "name", NearbyName.self, .required, "What the friend is called",
                isPersonal: true),
        ],
        roles: hosts, guests: .ofSubject(argument: "round"),
        result: [
            .always("friend", ItemID.schema, "The friend's id"),
            ArgumentDeclaration(
                "key", "With which the friend answers", schema: ItemID.schema, isRequired: true,
                isSecret: true),
        ])

    private static let answer = ActionDeclaration(
        NearbyAction.answer.rawValue, "Says whether a friend comes, and for what the friend votes.",
        arguments: [
            ArgumentDeclaration("friend", ItemID.self, .required, "The friend's id"),
            ArgumentDeclaration(
                "key", ItemID.self, .optional, "The friend's key, which guests need",
                isSecret: true),
            ArgumentDeclaration("coming", Coming.self, .change, "Whether the friend comes"),
            ArgumentDeclaration(
                "votes", OptionList.self, .change, "All options for which the friend votes"),
        ],
        roles: hosts, guests: .all)

    private static let dismiss = ActionDeclaration(
        NearbyAction.dismiss.rawValue, "Takes a friend out of a round, with the friend's votes.",
        arguments: [ArgumentDeclaration("friend", ItemID.self, .required, "The friend's id")],
        roles: hosts)

    private static let close = ActionDeclaration(
        NearbyAction.close.rawValue, "Closes a round.",
        arguments: [
            .round,
            ArgumentDeclaration(
                "option", ItemID.self, .optional,
                "The option that is decided; without it, the one with the most votes"),
        ],
        roles: hosts,
        result: [.maybe("option", ItemID.schema, "The option that is decided, if any")])

    private static let reopen = ActionDeclaration(
        NearbyAction.reopen.rawValue, "Opens a round again that is closed.", arguments: [.round],
        roles: hosts)

    private static let mail = ActionDeclaration(
        NearbyAction.mail.rawValue,
        "Sends the places of a round by mail. What comes of it stands on the view.",
        arguments: [
            .round,
            ArgumentDeclaration(
                "to", MailAddressList.self, .required, "Whom: each gets a letter of their own",
                isSealed: true),
        ],
        roles: hosts)

    private static let noteMail = ActionDeclaration(
        NearbyAction.noteMail.rawValue, "Says what came of a letter.",
        arguments: [
            .round, ArgumentDeclaration("letter", ItemID.self, .required, "The letter's id"),
        ],
        roles: [.hub], isHubOnly: true)
}

extension ArgumentDeclaration {
    fileprivate static let round = ArgumentDeclaration(
        "round", ItemID.self, .required, "The round's id")
}
