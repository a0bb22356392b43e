import BoardKit
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
    static let noServer = ProblemDeclaration(
        "planner.no_server", "{label} must be an address such as https://cloud.example.org")
    static let needsSafety = ProblemDeclaration(
        "planner.needs_https", "{label} must begin with https://")
    static let noReturnAddress = ProblemDeclaration(
        "planner.no_return_address",
        "{label} must be the whole address at which the sign-in ended")
    static let noAccount = ProblemDeclaration("planner.no_account", "There is no such account")
    static let accountIsGone = ProblemDeclaration(
        "planner.account_is_gone", "The account was disconnected")
    static let accountNotReady = ProblemDeclaration(
        "planner.account_not_ready", "The account is not ready")
    static let otherServer = ProblemDeclaration(
        "planner.other_kind", "The account is at a server of another kind")
    static let tooManyAccounts = ProblemDeclaration(
        "planner.too_many_accounts", "There can be at most {max} accounts")
    static let noRemote = ProblemDeclaration(
        "planner.no_remote", "The account has no such calendar")
    static let remoteIsLinked = ProblemDeclaration(
        "planner.remote_is_linked", "That calendar is linked already")
    static let calendarIsLinked = ProblemDeclaration(
        "planner.calendar_is_linked", "The calendar is linked; unlink it first")
    static let calendarNotLinked = ProblemDeclaration(
        "planner.calendar_not_linked", "The calendar is not linked")
    static let calendarIsReadOnly = ProblemDeclaration(
        "planner.calendar_read_only", "The calendar can only be changed where it comes from")
    static let noIssue = ProblemDeclaration("planner.no_issue", "There is no such issue")
    static let issueIsSettled = ProblemDeclaration(
        "planner.issue_is_settled", "The issue is settled already")
    static let tooManyIssues = ProblemDeclaration(
        "planner.too_many_issues", "At most {max} issues can wait")
    static let wrongSignIn = ProblemDeclaration(
        "planner.wrong_sign_in", "This address is not of the sign-in that is under way")
    static let cannotUndo = ProblemDeclaration(
        "planner.cannot_undo", "This can't be taken back")
    static let noNews = ProblemDeclaration("planner.nothing_new", "Nothing has changed")
}
