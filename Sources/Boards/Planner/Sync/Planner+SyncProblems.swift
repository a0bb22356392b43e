import Sync

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
