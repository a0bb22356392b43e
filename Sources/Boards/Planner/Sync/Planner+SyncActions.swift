import BoardKit
import Sync

/// The actions on accounts, links and issues.
extension Planner {
    static let accountCountMax = 10
    static let issueCountMax = 1_000

    static let syncActions = [
        ActionDeclaration(
            PlannerAction.connect.rawValue,
            "Signs in at a calendar server, or anew with an account.",
            arguments: [
                ArgumentDeclaration("kind", AccountKind.self, .required, "What server it is"),
                ArgumentDeclaration("url", ServerAddress.self, .optional, "Of a CalDAV server"),
                ArgumentDeclaration("user", AccountUser.self, .optional, "At a CalDAV server"),
                ArgumentDeclaration(
                    "password", AccountSecret.self, .optional, "At a CalDAV server",
                    isSealed: true),
                ArgumentDeclaration(
                    "clientId", AccountUser.self, .optional, "The id of the client at Google"),
                ArgumentDeclaration(
                    "clientSecret", AccountSecret.self, .optional,
                    "The secret of the client at Google; the known one stays without it",
                    isSealed: true),
                ArgumentDeclaration("name", CalendarName.self, .optional, "As people read it"),
                ArgumentDeclaration(
                    "allowPrivate", Switch.self, .optional,
                    "Whether the server may be in a private network"),
                ArgumentDeclaration(
                    "account", ItemID.self, .optional, "The account that signs in anew"),
            ],
            roles: [.owner], needsConfirmation: true,
            result: [.always("account", ItemID.schema, "The account's id")]),
        ActionDeclaration(
            PlannerAction.authorise.rawValue, "Ends a sign-in at Google.",
            arguments: [
                .account,
                ArgumentDeclaration(
                    "address", ReturnAddress.self, .required, "Where the sign-in ended",
                    isSealed: true),
            ],
            roles: [.owner], needsConfirmation: true),
        ActionDeclaration(
            PlannerAction.disconnect.rawValue,
            "Removes an account. Its calendars keep their events.",
            arguments: [.account], roles: [.owner]),
        ActionDeclaration(
            PlannerAction.link.rawValue, "Keeps a calendar in step with one of an account.",
            arguments: [
                .account,
                ArgumentDeclaration(
                    "remote", ItemID.self, .required, "The id of the account's calendar"),
                ArgumentDeclaration(
                    "calendar", ItemID.self, .optional,
                    "The calendar that it is merged with; none makes a new one"),
                ArgumentDeclaration("name", CalendarName.self, .optional, "As people read it"),
                ArgumentDeclaration(
                    "color", CalendarColor.self, .optional, "The colour of its events"),
                ArgumentDeclaration(
                    "readOnly", Switch.self, .optional, "Whether nothing is written there"),
            ],
            roles: [.owner],
            result: [.always("calendar", ItemID.schema, "The calendar's id")]),
        ActionDeclaration(
            PlannerAction.unlink.rawValue,
            "Ends a link. The events stay on both sides.",
            arguments: [.linkedCalendar], roles: [.owner]),
        ActionDeclaration(
            PlannerAction.sync.rawValue,
            "Asks a calendar's remote for news, and writes again what failed.",
            arguments: [.linkedCalendar], roles: hosts),
        ActionDeclaration(
            PlannerAction.settle.rawValue, "Says which of two edits shall stand.",
            arguments: [
                ArgumentDeclaration("issue", ItemID.self, .required, "The issue's id"),
                ArgumentDeclaration("take", IssueSide.self, .required, "Whose edit it is"),
            ],
            roles: hosts),
        ActionDeclaration(
            PlannerAction.report.rawValue, "Says what came of asking a calendar server.",
            roles: [.hub], isHubOnly: true),
    ]
}

extension ArgumentDeclaration {
    fileprivate static let account = ArgumentDeclaration(
        "account", ItemID.self, .required, "The account's id")
    fileprivate static let linkedCalendar = ArgumentDeclaration(
        "calendar", ItemID.self, .required, "The calendar's id")
}
