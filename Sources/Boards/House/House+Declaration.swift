package import BoardKit
import PeerText
import Sync

extension House {
    package static let module = BoardModule(
        declared, pages: [ownersPage],
        panels: [PanelDeclaration(on: "host", views: [settingsView])],
        routes: [linkCode],
        hubActions: [
            .setPIN: Action.setPIN.rawValue, .clearPIN: Action.clearPIN.rawValue,
            .reportEffect: Action.noteEffect.rawValue,
        ],
        make: { House(venue: $0, dependencies: $1) })

    private static let ownersPage = PageDeclaration(
        "owner", "Settings and devices", roles: [.owner], hasSections: true,
        views: [settingsView, effectsView, sendersView],
        facts: [.pin, .origin, .openness, .device, .boardSettings])

    /// The link is sent in the content because it is secret and URLs are logged in more places.
    private static let linkCode = BoardRoute(
        .post, "link.svg", "The QR code of a link that signs a device in.", roles: [.owner],
        takes: ["text/plain"], contentBytesMax: 200, gives: "image/svg+xml"
    ) { request, _ in
        let path = String(ofPeer: request.content)
        let isLink = path.hasPrefix("/in/") && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isLink ? .code(path: path) : .nothing
    }

    /// All actions are for the owner only, except that a host may pair a screen. Changes of
    /// devices, links, the PIN, the webhook and senders require the PIN.
    static let declared = declaration(choosing: [])

    /// - Parameters:
    ///   - boards: the names of the boards that an owner can switch on and off.
    ///   - roles: the roles that devices can have.
    static func declaration(
        choosing boards: [String], roles: [Role] = Role.ofEveryDevice
    ) -> BoardDeclaration {
        BoardDeclaration(
            name: boardName, summary: "The venue's settings, and its devices.", isAlwaysOn: true,
            actions: [
                configure(choosing: boards), invite(as: roles), pair, revoke, rename,
                setRole(to: roles), setPIN, clearPIN, forgive, renewJoinLink, setWebhook,
                setSender, clearSender, testSender, noteTest, retry, drop, noteEffect,
            ],
            views: [
                ViewDeclaration(
                    name: settingsView, scope: .shared, readers: [.owner, .host, .engineer],
                    document: settingsDocument(choosing: boards)),
                ViewDeclaration(
                    name: effectsView, scope: .shared, readers: [.owner],
                    document: effectsDocument),
                ViewDeclaration(
                    name: sendersView, scope: .shared, readers: [.owner, .host],
                    document: sendersDocument),
            ],
            hears: [.all], problems: problems,
            // The settings show which of the boards are in use.
            stateVersion: (["6"] + boards).joined(separator: " "))
    }

    private static func settingsDocument(choosing boards: [String]) -> Schema {
        var members: [ArgumentDeclaration] = [
            .always("name", .text), .always("timeZone", TimeZoneName.schema),
            .always("labels", LabelPrivacy.schema), .always("selfCheckIn", SelfCheckIn.schema),
            .always("languages", LanguageList.schema), .maybe("joinLink", .text),
            .always("dayStart", TimeOfDay.schema), .maybe("hours", WeeklyHours.schema),
            .maybe("exceptions", HoursByDate.schema),
        ]
        if !boards.isEmpty { members.append(.always("boards", BoardNames.choice(of: boards))) }
        return .record(.always("venue", Schema(.members(of: members))))
    }

    private static let effectsDocument: Schema = .record(
        .always(
            "effects",
            .rows(
                .always("target", .text, "Who carries it out"),
                .always("state", Schema(.choice(["waiting", "dead"]))),
                .always("since", .instant), .always("tries", Schema(.integer(min: 0))),
                .maybe("nextAt", .instant), .maybe("behind", Schema(.integer(min: 1))),
                .maybe("problem", .text, "A code for what went wrong the last time"),
                .maybe("status", Schema(.integer(min: 0)), "The HTTP status that was answered"))))

    private static func configure(choosing boards: [String]) -> ActionDeclaration {
        action(
            .configure, "Changes settings of the venue.",
            settings.ofEdit + (boards.isEmpty ? [] : [choice(of: boards)]), roles: [.owner])
    }

    private static func choice(of boards: [String]) -> ArgumentDeclaration {
        .maybe(
            "boards", BoardNames.choice(of: boards),
            "Those that the venue uses beside the ones that are always on")
    }

    /// The settings, in the order in which problems are reported.
    static let settings = [
        FieldDeclaration("name", HouseName.self, "What the venue is called", isRequired: true),
        FieldDeclaration("timeZone", TimeZoneName.self, "An IANA identifier", isRequired: true),
        FieldDeclaration(
            "labels", LabelPrivacy.self, "How much of a guest's name the screens show",
            isRequired: true),
        FieldDeclaration(
            "selfCheckIn", SelfCheckIn.self,
            "Whether guests may join by themselves, and whether a host confirms them",
            isRequired: true),
        FieldDeclaration(
            "languages", LanguageList.self,
            "What guests and the room read, the house's own first", isRequired: true),
        FieldDeclaration("dayStart", TimeOfDay.self, "When a service day begins, local"),
        FieldDeclaration(
            "hours", WeeklyHours.self, "When the house is open, by weekday; null for always"),
        FieldDeclaration(
            "exceptions", HoursByDate.self,
            "When it is open on certain dates, instead of its hours"),
    ]

    private static func invite(as roles: [Role]) -> ActionDeclaration {
        device(
            .invite, "Makes a link with which one device signs in.",
            [
                .role(among: roles),
                .optional("name", DeviceName.self, deviceNameSummary, isPersonal: true),
            ],
            result: [.link])
    }

    private static let pair = device(
        .pair, "Lets in the screen that shows a code.",
        [
            .required("code", PairingCode.self, "The six digits on the screen", isPersonal: true),
            .optional("name", DeviceName.self, deviceNameSummary, isPersonal: true),
        ],
        roles: [.owner, .host], result: [.link])

    private static let revoke = device(.revoke, "Signs a device out for good.", [.device])

    private static let rename = device(
        .rename, "Gives a device another name.",
        [
            .required("name", DeviceName.self, deviceNameSummary, isPersonal: true),
            .device,
        ])

    private static func setRole(to roles: [Role]) -> ActionDeclaration {
        device(.setRole, "Gives a device another role.", [.role(among: roles), .device])
    }

    private static let setPIN = device(
        .setPIN, "Asks for another PIN from now on.",
        [.required("digest", PINDigestText.self, "What is kept of the PIN", isSecret: true)],
        isHubOnly: true)

    private static let clearPIN = device(.clearPIN, "Removes the PIN.", [])

    private static let forgive = device(
        .forgive, "Lets a device try again that was locked out by wrong PINs.", [.device])

    private static let renewJoinLink = device(
        .renewJoinLink, "Makes another join link; the old one is no longer good.", [])

    private static let setWebhook = device(
        .setWebhook, "Says where alarms about screens are posted to.",
        [
            .requiredChange(
                "url", WebAddress.self, "Of http or https; null for nowhere", isSecret: true)
        ])

    private static let retry = action(
        .retry, "Tries an effect again, now.", [.effect], roles: [.owner])

    private static let drop = action(
        .drop, "Gives an effect up for good.", [.effect], roles: [.owner])

    private static let noteEffect = action(
        .noteEffect, "Says what became of an effect.", roles: [.hub], isHubOnly: true)

    private static let deviceNameSummary = "What people call it"

    private static func device(
        _ action: Action, _ summary: String, _ arguments: [ArgumentDeclaration],
        roles: Set<Role> = [.owner], isHubOnly: Bool = false, result: [ArgumentDeclaration] = []
    ) -> ActionDeclaration {
        self.action(
            action, summary, arguments, roles: roles, isHubOnly: isHubOnly,
            needsConfirmation: true, result: result)
    }
}

extension ArgumentDeclaration {
    fileprivate static func role(among roles: [Role]) -> ArgumentDeclaration {
        always("role", Schema(.choice(roles.map(\.rawValue))), "What it comes to be")
    }

    fileprivate static let device = required("device", ItemID.self, "The device's id")
    fileprivate static let effect = required("effect", ItemID.self, "The effect's id")
    fileprivate static let link = always(
        "link", ItemID.schema, "Where the device signs in", isSecret: true)
}
