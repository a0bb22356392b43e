import JSON
public import Sync

extension TastingBoard {
    /// The role of the person who pours.
    public static let sommelier = Role(rawValue: "sommelier")

    public static let declared = BoardDeclaration(
        name: "tasting", summary: "Guests sign up for a tasting.",
        actions: [
            ActionDeclaration(
                "tasting.join", "Signs somebody up.",
                arguments: [
                    argument("name", "Who comes", isRequired: true),
                    argument("phone", "Where to call", isPersonal: true),
                    ArgumentDeclaration(
                        "seconds", "How long the place is kept",
                        schema: Schema(.integer(min: 1, max: 86_400)), isRequired: true),
                ],
                roles: [.owner, .host, sommelier],
                result: [
                    argument("signup", "The sign-up's id", isRequired: true),
                    argument("ticket", "The secret of its guest", isRequired: true),
                ]),
            ActionDeclaration(
                "tasting.leave", "Ends a sign-up.",
                arguments: [argument("signup", "Which", isRequired: true)],
                guests: .ofSubject(argument: "signup")),
            ActionDeclaration(
                "tasting.greet", "Greets a party of the waiting list.",
                arguments: [argument("party", "Whom", isRequired: true)], guests: .all),
            ActionDeclaration(
                "tasting.follow", "Says where the programme stands.",
                arguments: [
                    argument("address", "Where", isRequired: true),
                    ArgumentDeclaration(
                        "token", "With which it is asked for",
                        schema: Schema(.text(charactersMin: 1)), isRequired: false,
                        isSealed: true),
                ],
                roles: [.owner]),
            ActionDeclaration(
                "tasting.heard", "Says what the place of the programme says.", roles: [.hub],
                isHubOnly: true),
            ActionDeclaration(
                "tasting.reminded", "Says whether somebody was reminded.",
                arguments: [argument("signup", "Who", isRequired: true)], roles: [.hub],
                isHubOnly: true),
        ],
        views: [
            ViewDeclaration(
                name: hostView, scope: .shared, readers: [.owner, .host, .engineer],
                maskedFor: [.engineer]),
            ViewDeclaration(
                name: displayView, scope: .shared, readers: [.owner, .host, .display],
                diffsPerSecondMax: 2),
            ViewDeclaration(
                name: programmeView, scope: .shared,
                readers: [.owner, .host, .engineer, .display]),
            ViewDeclaration(
                name: "tasting/some", scope: .shared, readers: [.owner, .host],
                parameters: [
                    ArgumentDeclaration(
                        "state", "In which state",
                        schema: Schema(.choice(State.allCases.map(\.rawValue))), isRequired: true)
                ]),
            ViewDeclaration(name: guestView, scope: .personal, readers: [.guest]),
        ],
        roles: [RoleDeclaration(sommelier, "Pours.")],
        settings: [
            setting("places", "How many may sign up", usual: usualPlaces),
            setting("lifetime", "For how many seconds a reminder is of use", usual: usualLifetime),
        ],
        extensions: [
            ExtensionDeclaration(
                "waitlist.add", arguments: [argument("signup", "The sign-up by which it comes")]),
            ExtensionDeclaration("waitlist.seat"),
        ],
        hears: [HeardEvents(of: "waitlist", ["added", "undone"])], problems: problems)

    private static func argument(
        _ name: String, _ summary: String, isRequired: Bool = false, isPersonal: Bool = false
    ) -> ArgumentDeclaration {
        ArgumentDeclaration(
            name, summary, schema: Schema(.text(charactersMin: 1)), isRequired: isRequired,
            isPersonal: isPersonal)
    }

    private static func setting(
        _ name: String, _ summary: String, usual: Int
    ) -> SettingDeclaration {
        SettingDeclaration(
            ArgumentDeclaration(
                name, summary, schema: Schema(.integer(min: 1, max: 86_400)), isRequired: false),
            defaultValue: JSON(usual)
        ) { value throws(Reason) in
            guard let number = value.integer, (1...86_400).contains(number) else {
                throw Reason(outOfRange)
            }
            return value
        }
    }
}
