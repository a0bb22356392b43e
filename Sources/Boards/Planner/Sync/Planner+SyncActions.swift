import BoardKit
import Sync

extension Planner {
    static let accountCountMax = 10
    static let issueCountMax = 1_000

    static let syncActions = [
        action(
            .connect, "Signs in at a calendar server, or anew with an account.",
            [
                .required("kind", AccountKind.self, "What server it is"),
                .optional("url", ServerAddress.self, "Of a CalDAV server"),
                .optional("user", AccountUser.self, "At a CalDAV server"),
                .optional("password", AccountSecret.self, "At a CalDAV server", isSealed: true),
                .optional("clientId", AccountUser.self, "The id of the client at Google"),
                .optional(
                    "clientSecret", AccountSecret.self,
                    "The secret of the client at Google; the known one stays without it",
                    isSealed: true),
                .optional("name", CalendarName.self, "As people read it"),
                .optional(
                    "allowPrivate", Switch.self, "Whether the server may be in a private network"),
                .optional("account", ItemID.self, "The account that signs in anew"),
            ],
            roles: [.owner], needsConfirmation: true,
            result: [.always("account", ItemID.schema, "The account's id")]),
        action(
            .authorise, "Ends a sign-in at Google.",
            [
                .account,
                .required("address", ReturnAddress.self, "Where the sign-in ended", isSealed: true),
            ],
            roles: [.owner], needsConfirmation: true),
        action(
            .disconnect, "Removes an account. Its calendars keep their events.", [.account],
            roles: [.owner]),
        action(
            .link, "Keeps a calendar in step with one of an account.",
            [
                .account,
                .required("remote", ItemID.self, "The id of the account's calendar"),
                .optional(
                    "calendar", ItemID.self,
                    "The calendar that it is merged with; none makes a new one"),
                .optional("name", CalendarName.self, "As people read it"),
                .optional("color", CalendarColor.self, "The colour of its events"),
                .optional("readOnly", Switch.self, "Whether nothing is written there"),
            ],
            roles: [.owner], result: [.always("calendar", ItemID.schema, "The calendar's id")]),
        action(
            .unlink, "Ends a link. The events stay on both sides.", [.linkedCalendar],
            roles: [.owner]),
        action(
            .sync, "Asks a calendar's remote for news, and writes again what failed.",
            [.linkedCalendar], roles: hosts),
        action(
            .settle, causes: [.settled], "Says which of two edits shall stand.",
            [
                .required("issue", ItemID.self, "The issue's id"),
                .required("take", IssueSide.self, "Whose edit it is"),
            ],
            roles: hosts),
        action(
            .report, "Says what came of asking a calendar server.", roles: [.hub], isHubOnly: true),
    ]
}

extension ArgumentDeclaration {
    fileprivate static let account = required("account", ItemID.self, "The account's id")
    fileprivate static let linkedCalendar = required("calendar", ItemID.self, "The calendar's id")
}
