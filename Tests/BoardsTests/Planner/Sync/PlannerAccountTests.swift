import CalendarMerging
import Carriers
import Destinations
import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import PlannerBoard

/// Accounts: actions, servers' answers, and secrets.
@Suite struct PlannerAccountTests {
    private var bench = PlannerBench()
    private var server = PretendServer()
    private static let owner = PlannerBench.owner
    private static let google: [String: JSON] = [
        "kind": "google", "clientId": "123.apps.example", "clientSecret": "client-secret",
    ]

    private static let calendars = [
        RemoteCalendar(id: "team@example.org", name: "Kitchen", isReadOnly: false)
    ]

    /// Returns a Google account whose sign-in is pending.
    private func signingIn() throws -> (bench: PlannerBench, account: String) {
        var bench = PlannerBench()
        let account =
            try bench.ask("connect", Self.google, by: Self.owner)["account"]?.text ?? ""
        bench.tell(
            account,
            .signIn(address: "https://accounts.example/auth?x=1", state: "s1", verifier: "v1"))
        return (bench, account)
    }

    private func address(_ state: String) -> JSON {
        .string("http://127.0.0.1:8080/v1/main/planner/google?code=c1&state=\(state)")
    }

    private func authorise(_ account: String, _ state: String) -> [String: JSON] {
        ["account": .string(account), "address": address(state)]
    }

    // MARK: Connecting

    @Test mutating func `checks an account at once, and is ready with its calendars`() throws {
        let account = try bench.connect()
        let checking: JSON = [
            "kind": "caldav", "name": "cloud.example.org", "url": "https://cloud.example.org",
            "user": "chef", "state": "checking", "remotes": [:],
        ]
        expectEqual(bench.account(account), checking)
        expectEqual(bench.connectorIDs, ["\(account)/find"])
        expectEqual(bench.task("\(account)/find"), .findCalendars)
        bench.tell(
            account,
            .remotes([
                RemoteCalendar(id: "/a/", name: "Kitchen", isReadOnly: false),
                RemoteCalendar(id: "/b/", name: " Holi\ndays ", isReadOnly: true),
            ]))
        #expect(bench.account(account)?["state"] == "ready")
        let kitchen = bench.remote(account)
        let holidays = bench.remote(account, "Holi days")
        #expect(
            bench.account(account)?["remotes"]
                == .object([
                    kitchen: ["name": "Kitchen"],
                    holidays: ["name": "Holi days", "readOnly": true],
                ]))
        bench.tell(
            account, .remotes([RemoteCalendar(id: "/a/", name: "New name", isReadOnly: false)]))
        expectEqual(bench.remote(account, "New name"), kitchen)
    }

    @Test mutating func `makes no event if the same calendars are found again`() throws {
        let account = try bench.connected()
        let rev = bench.rev
        let refusal = bench.tell(
            account,
            .remotes([RemoteCalendar(id: "/dav/kitchen/", name: "Kitchen", isReadOnly: false)]))
        expectEqual(refusal?.code, .conflict)
        expectEqual(bench.rev, rev)
    }

    @Test func `names the field of an account's problem`() {
        let bench = PlannerBench()
        let caldav: [String: JSON] = [
            "kind": "caldav", "url": "https://a.example", "user": "u", "password": "p",
        ]
        func problems(_ more: [String: JSON]) -> [[String]] {
            bench.problems("connect", caldav.merging(more) { $1 }, by: Self.owner)
        }
        expectEqual(
            problems(["kind": "exchange"]).first, ["kind", "Kind must be one of caldav, google"])
        expectEqual(
            problems(["url": "cloud"]),
            [["url", "Url must be an address such as https://cloud.example.org"]])
        expectEqual(
            problems(["url": "http://10.0.0.2"]), [["url", "Url must begin with https://"]])
        expectEqual(problems(["url": "http://10.0.0.2", "allowPrivate": true]), [])
        expectEqual(
            problems(["url": "", "user": "", "password": ""]),
            [
                ["url", "Url must be an address such as https://cloud.example.org"],
                ["user", "User is a required field."],
                ["password", "Password is a required field."],
            ])
        expectEqual(problems(["password": "a\nb"]).map(\.[0]), ["password"])
        expectEqual(problems(["clientId": "x"]).map(\.[0]), ["clientId"])
        expectEqual(
            bench.problems("connect", ["kind": "google"], by: Self.owner),
            [["clientId", "Client id is a required field."]])
        expectEqual(
            bench.problems(
                "connect", ["kind": "google", "clientId": "x", "url": "y"], by: Self.owner
            )
            .map(\.[0]), ["url"])
    }

    @Test(arguments: AccountProblem.allCases)
    mutating func `shows the problem of an unusable account until somebody reconnects it`(
        problem: AccountProblem
    ) throws {
        let account = try bench.connect()
        bench.tell(account, .refused(problem, at: "https://other.example/dav/"))
        #expect(bench.account(account)?["state"] == "failed")
        #expect(bench.account(account)?["elsewhere"] == "https://other.example/dav/")
        expectEqual(bench.account(account)?["problem"]?.text, problem.rawValue)
        expectEqual(bench.connectorIDs, [])
        expectEqual(bench.replayed().accounts, bench.accounts)
        expectEqual(bench.tell(account, .refused(problem))?.code, .conflict)
        _ = try bench.connect(["account": .string(account), "password": "another"])
        #expect(bench.account(account)?["state"] == "checking")
        #expect(bench.account(account)?["problem"] == nil)
        #expect(bench.account(account)?["elsewhere"] == nil)
        expectEqual(bench.secrets["\(account)/password"], "another")
        expectEqual(bench.connectorIDs, ["\(account)/find"])
    }

    @Test(arguments: [
        (TransferFailure.unreachable, "unreachable"), (.timedOut, "unreachable"),
        (.answered(503), "unreachable"), (.notWhole, "unreachable"),
        (.certificate, "certificate"), (.privateAddress, "private_address"), (.quota, "quota"),
    ])
    mutating func `retries an unreachable server automatically`(
        failure: TransferFailure, problem: String
    ) throws {
        let account = try bench.connect()
        let connector = bench.connector("\(account)/find")
        bench.report("\(account)/find", .failed(EffectFailure(failure)))
        #expect(bench.account(account)?["state"] == "failed")
        expectEqual(bench.account(account)?["problem"]?.text, problem)
        expectEqual(bench.connector("\(account)/find"), connector)
        bench.tell(account, .remotes([]))
        #expect(bench.account(account)?["state"] == "ready")
        #expect(bench.account(account)?["problem"] == nil)
        #expect(bench.account(account)?["elsewhere"] == nil)
    }

    @Test mutating func `rejects an 11th account until one is removed`() throws {
        var accounts: [String] = []
        for _ in 1...10 { accounts.append(try bench.connect()) }
        let refusal = bench.refusal("connect", Self.google, by: Self.owner)
        expectEqual(refusal?.code, .conflict)
        expectEqual(refusal?.message, "There can be at most 10 accounts")
        _ = try bench.connect(["account": .string(accounts[3])])
        try bench.ask("disconnect", ["account": .string(accounts[3])], by: Self.owner)
        _ = try bench.connect()
    }

    @Test mutating func `keeps name and links when it is reconnected with the same kind`() throws {
        let (calendar, account) = try bench.linked(to: &server)
        let google = Self.google.merging(["account": .string(account)]) { $1 }
        expectEqual(bench.code("connect", google, by: Self.owner), .conflict)
        let lane = bench.connector("\(account)/find")?.lane
        _ = try bench.connect(["account": .string(account), "user": "cook"])
        #expect(bench.account(account)?["name"] == "cloud.example.org")
        #expect(bench.account(account)?["user"] == "cook")
        expectEqual(bench.connectorIDs, ["\(account)/find"])
        #expect(bench.connector("\(account)/find")?.lane != lane)
        bench.settleDown(at: &server)
        expectEqual(bench.calendars["calendars"]?[calendar]?["account"]?.text, account)
        #expect(bench.connectorIDs.contains("\(calendar)/fetch"))
    }

    // MARK: Google

    @Test func `signs in once and is ready`() throws {
        var (bench, account) = try signingIn()
        expectEqual(
            bench.account(account),
            [
                "kind": "google", "name": "Google", "user": "123.apps.example",
                "state": "sign_in", "authorize": "https://accounts.example/auth?x=1",
                "remotes": [:],
            ])
        expectEqual(bench.connectorIDs, [])
        expectEqual(bench.code("authorise", authorise(account, "other"), by: Self.owner), .conflict)
        try bench.ask("authorise", authorise(account, "s1"), by: Self.owner)
        #expect(bench.account(account)?["state"] == "checking")
        #expect(bench.account(account)?["authorize"] == nil)
        expectEqual(bench.code("authorise", authorise(account, "s1"), by: Self.owner), .conflict)
        expectEqual(bench.task("\(account)/authorise"), .authorise)
        expectEqual(bench.secrets["\(account)/address"]?.contains("code=c1"), true)
        expectEqual(bench.secrets["\(account)/verifier"], "v1")
        bench.tell(account, .authorised(refreshToken: "r1", Self.calendars))
        #expect(bench.account(account)?["state"] == "ready")
        expectEqual(
            bench.secrets,
            ["\(account)/refreshToken": "r1", "\(account)/clientSecret": "client-secret"])
    }

    @Test func `looks for calendars after a sign-in that lists none`() throws {
        var (bench, account) = try signingIn()
        try bench.ask("authorise", authorise(account, "s1"), by: Self.owner)
        bench.tell(account, .authorised(refreshToken: "r1", []))
        #expect(bench.account(account)?["state"] == "checking")
        expectEqual(bench.secrets["\(account)/refreshToken"], "r1")
        expectEqual(bench.task("\(account)/find"), .findCalendars)
        bench.tell(account, .remotes(Self.calendars), of: "\(account)/find")
        #expect(bench.account(account)?["state"] == "ready")
        #expect(bench.remote(account) != "")
    }

    @Test func `rejects a malformed address`() throws {
        let (bench, account) = try signingIn()
        for address: JSON in ["", "x", "http://127.0.0.1/?code=1", "http://a/#state=s1"] {
            let asked: [String: JSON] = ["account": .string(account), "address": address]
            expectEqual(bench.problems("authorise", asked, by: Self.owner).map(\.[0]), ["address"])
        }
    }

    @Test func `restarts a failed sign-in automatically`() throws {
        var (bench, account) = try signingIn()
        try bench.ask("authorise", authorise(account, "s1"), by: Self.owner)
        bench.tell(account, .refused(.revoked))
        #expect(bench.account(account)?["state"] == "sign_in")
        #expect(bench.account(account)?["problem"] == "revoked")
        expectEqual(bench.secrets.keys.sorted(), ["\(account)/clientSecret"])
        expectEqual(bench.task("\(account)/signIn"), .signIn)
        bench.tell(account, .signIn(address: "https://b", state: "s2", verifier: "v2"))
        #expect(bench.account(account)?["authorize"] == "https://b")
    }

    @Test func `asks for another sign-in when Google revokes the token`() throws {
        var (bench, account) = try signingIn()
        try bench.ask("authorise", authorise(account, "s1"), by: Self.owner)
        bench.tell(account, .authorised(refreshToken: "r1", Self.calendars))
        bench.tell(account, .refused(.revoked))
        #expect(bench.account(account)?["state"] == "sign_in")
        expectNil(bench.secrets["\(account)/refreshToken"])
        expectEqual(bench.connectorIDs, ["\(account)/signIn"])
    }

    @Test func `ignores results of a finished step`() throws {
        var (bench, account) = try signingIn()
        expectEqual(bench.tell(account, .authorised(refreshToken: "r", []))?.code, .conflict)
        expectEqual(bench.tell(account, .remotes([]))?.code, .conflict)
        expectEqual(bench.tell(account, .revoked)?.code, .conflict)
        let signIn = CalendarResult.signIn(address: "https://c", state: "s", verifier: "v")
        expectEqual(bench.tell(account, signIn)?.code, .conflict)
        expectEqual(bench.secrets["\(account)/verifier"], "v1")
        expectEqual(bench.tell("a_zz", .remotes([]))?.code, .conflict)
    }

    // MARK: Disconnecting

    @Test mutating func `deletes a password in the same event as its account`() throws {
        let (calendar, account) = try bench.linked(to: &server)
        try bench.add("Tasting", "2026-05-04T19:30", 60, ["calendar": .string(calendar)])
        try bench.ask("disconnect", ["account": .string(account)], by: Self.owner)
        expectEqual(bench.secrets, [:])
        expectNil(bench.account(account))
        expectEqual(bench.connectorIDs, [])
        #expect(bench.event(titled: "Tasting") != nil)
        let row = bench.calendars["calendars"]?[calendar]
        #expect(row?["account"] == nil)
        expectEqual(bench.accounts["links"], [:])
        for verb in ["disconnect", "authorise", "link"] {
            let asked = authorise(account, "s").merging(["remote": "m_1"]) { $1 }
            let own = asked.filter { verb != "disconnect" || $0.key == "account" }
                .filter { verb != "link" || $0.key != "address" }
                .filter { verb != "authorise" || $0.key != "remote" }
            expectEqual(bench.code(verb, own, by: Self.owner), .conflict, "\(verb)")
        }
        expectEqual(bench.code("disconnect", ["account": "a_zz"], by: Self.owner), .notFound)
    }

    @Test(arguments: [true, false])
    func `revokes Google's token once and deletes the account either way`(isReached: Bool) throws {
        var (bench, account) = try signingIn()
        try bench.ask("authorise", authorise(account, "s1"), by: Self.owner)
        bench.tell(account, .authorised(refreshToken: "r1", Self.calendars))
        try bench.ask("disconnect", ["account": .string(account)], by: Self.owner)
        expectEqual(bench.secrets, ["\(account)/refreshToken": "r1"])
        expectNil(bench.account(account))
        expectEqual(bench.task("\(account)/revoke"), .revoke)
        if isReached {
            bench.tell(account, .revoked)
        } else {
            bench.report("\(account)/revoke", .failed(.unreachable))
        }
        expectEqual(bench.secrets, [:])
        expectEqual(bench.connectorIDs, [])
        expectEqual(
            bench.code("disconnect", ["account": .string(account)], by: Self.owner), .conflict)
    }

    @Test func `leaves nothing behind after an incomplete sign-in`() throws {
        var (bench, account) = try signingIn()
        try bench.ask("disconnect", ["account": .string(account)], by: Self.owner)
        expectEqual(bench.secrets, [:])
        expectEqual(bench.connectorIDs, [])
    }

    // MARK: Rights and state

    @Test func `permits accounts to the owner only`() throws {
        let bench = PlannerBench()
        for verb in ["connect", "authorise", "disconnect", "link", "unlink"] {
            expectEqual(bench.code(verb), .forbidden, "\(verb)")
        }
        expectEqual(bench.code("report", by: Self.owner), .unknownAction)
        expectNil(bench.document("planner/accounts"))
    }

    @Test mutating func `rejects a stale request about an account`() throws {
        let account = try bench.connect()
        let rev = bench.rev
        bench.tell(account, .remotes([]))
        let refusal = bench.refusal(
            "disconnect", ["account": .string(account)], by: Self.owner, ifRev: rev)
        expectEqual(refusal?.code, .stale)
    }

    @Test func `has no secret in an event or a document`() throws {
        var (bench, account) = try signingIn()
        try bench.ask("authorise", authorise(account, "s1"), by: Self.owner)
        bench.tell(account, .authorised(refreshToken: "refresh-1", Self.calendars))
        _ = try bench.connect()
        let said =
            bench.events.map { $0.data.canonicalText }.joined()
            + bench.everything().values.map(\.canonicalText).joined()
        for secret in ["client-secret", PlannerBench.password, "v1", "code=c1", "refresh-1"] {
            #expect(!said.contains(secret), "\(secret)")
        }
        #expect(said.contains(#""secrets":{"password":true}"#))
        let events = bench.events.map { bench.planner.masked($0.data).canonicalText }.joined()
        #expect(!events.contains("chef") && !events.contains("accounts.example"))
    }

    @Test func `restores the same accounts from events and from a saved state`() throws {
        var (bench, account) = try signingIn()
        _ = try bench.connected()
        try bench.ask("authorise", authorise(account, "s1"), by: Self.owner)
        bench.tell(account, .authorised(refreshToken: "r1", Self.calendars))
        try bench.ask("disconnect", ["account": .string(account)], by: Self.owner)
        for other in [bench.replayed(), try bench.restored()] {
            expectEqual(other.accounts, bench.accounts)
            expectEqual(other.planner.connectors, bench.planner.connectors)
            expectEqual(other.venue.savedState(), bench.venue.savedState())
        }
    }
}
