import BoardKit
import Sync

/// The actions on accounts, links and issues.
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
            .settle, "Says which of two edits shall stand.",
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

extension Planner {
    static let syncProblems: [ProblemDeclaration] = [
        .noServer, .needsSafety, .noReturnAddress, .noAccount, .accountIsGone, .accountNotReady,
        .otherServer, .tooManyAccounts, .noRemote, .remoteIsLinked, .calendarIsLinked,
        .calendarNotLinked, .calendarIsReadOnly, .noIssue, .issueIsSettled, .tooManyIssues,
        .wrongSignIn, .cannotUndo, .noNews,
    ]
}

/// Problems with accounts, links and issues.
extension ProblemDeclaration {
    static let noServer = Self(
        "planner.no_server", "{label} must be an address such as https://cloud.example.org")
    static let needsSafety = Self("planner.needs_https", "{label} must begin with https://")
    static let noReturnAddress = Self(
        "planner.no_return_address",
        "{label} must be the whole address at which the sign-in ended")
    static let noAccount = Self("planner.no_account", "There is no such account")
    static let accountIsGone = Self("planner.account_is_gone", "The account was disconnected")
    static let accountNotReady = Self("planner.account_not_ready", "The account is not ready")
    static let otherServer = Self(
        "planner.other_kind", "The account is at a server of another kind")
    static let tooManyAccounts = Self(
        "planner.too_many_accounts", "There can be at most {max} accounts")
    static let noRemote = Self("planner.no_remote", "The account has no such calendar")
    static let remoteIsLinked = Self("planner.remote_is_linked", "That calendar is linked already")
    static let calendarIsLinked = Self(
        "planner.calendar_is_linked", "The calendar is linked; unlink it first")
    static let calendarNotLinked = Self("planner.calendar_not_linked", "The calendar is not linked")
    static let calendarIsReadOnly = Self(
        "planner.calendar_read_only", "The calendar can only be changed where it comes from")
    static let noIssue = Self("planner.no_issue", "There is no such issue")
    static let issueIsSettled = Self("planner.issue_is_settled", "The issue is settled already")
    static let tooManyIssues = Self("planner.too_many_issues", "At most {max} issues can wait")
    static let wrongSignIn = Self(
        "planner.wrong_sign_in", "This address is not of the sign-in that is under way")
    static let cannotUndo = Self("planner.cannot_undo", "This can't be taken back")
    static let noNews = Self("planner.nothing_new", "Nothing has changed")
}
