import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import HouseBoard

/// The owner's decisions about the venue and its devices.
@Suite struct HouseTests {
    private typealias Bench = BoardBench<House>

    private static let owner = Principal(role: .owner, device: "d_owner")
    private static let record = VenueRecord.ofTests(labels: .firstInitial)

    private func bench(_ dependencies: BoardDependencies = .everyone) -> Bench {
        Bench(House(venue: Self.record, dependencies: dependencies))
    }

    private func refusal(_ action: String, _ arguments: [String: JSON]) -> Rejection? {
        bench().refusal(action, arguments, by: Self.owner)
    }

    @Test(arguments: [
        ("Europe/Madrid", Language.spanish), ("America/Argentina/Salta", .spanish),
        ("Europe/Rome", .italian), ("Europe/Vienna", .german), ("Europe/Paris", .french),
        ("Europe/London", .english), ("Asia/Tokyo", .english),
    ])
    func `gives a new house all languages, beginning with that of its time zone`(
        zone: String, own: Language
    ) {
        let languages = Language.all(in: zone)
        expectEqual(languages.first, own)
        expectEqual(Set(languages), Set(Language.allCases))
        var record = Self.record
        record.settings = VenueProfile.initial(labels: .full, languages: languages)
        expectEqual(VenueProfile(record).languages, languages)
        // Older houses keep their first languages.
        expectEqual(VenueProfile(Self.record).languages, [.english])
    }

    @Test func `changes only the given settings`() throws {
        let bench = bench()
        let decision = try bench.decide(
            "house.configure", ["name": "  Chez  Zoë ", "labels": "number"], by: Self.owner)
        expectEqual(decision.kind, "configured")
        expectEqual(decision.data, ["name": "Chez Zoë", "labels": "number"])
        expectNil(decision.access)
        var house = bench.board
        let changes = house.apply(event(1, decision))
        expectEqual(changes.map(\.view), ["house/settings"])
        expectEqual(
            changes.first?.value,
            [
                "name": "Chez Zoë", "timeZone": "Europe/Rome", "labels": "number",
                "selfCheckIn": "off", "languages": ["en"], "dayStart": "04:00",
            ])
        expectEqual(house.settings.name, "Chez Zoë")
        expectEqual(house.settings.timeZone, "Europe/Rome")
        expectEqual(house.settings.labels, .number)
        // Applying the event again changes no document.
        #expect(house.apply(event(2, decision)).isEmpty)
    }

    @Test func `creates the join link once, by another board's settings`() {
        func configured(_ rev: Int, kind: String = "configured") -> Event {
            Event(
                rev: rev, at: Instant(milliseconds: 1), board: "garden", kind: kind,
                subject: "settings", data: ["isOpen": true], actor: "owner:d_owner",
                mutationID: nil)
        }
        var house = House(venue: Self.record, dependencies: .everyone)
        #expect(house.hear(configured(1, kind: "watered")).isEmpty)
        expectNil(house.settings.joinLink)
        let changes = house.hear(configured(2))
        expectEqual(changes.map(\.view), ["house/settings"])
        #expect(changes.first?.value?["joinLink"] == "j_2")
        #expect(house.hear(configured(3)).isEmpty)
        expectEqual(house.settings.joinLink, "j_2")
    }

    private func event(_ rev: Int, _ decision: Decision) -> Event {
        Event(
            rev: rev, at: Instant(milliseconds: 1), board: "house", kind: decision.kind,
            subject: decision.subject, data: decision.data, actor: "owner:d_owner",
            mutationID: nil)
    }

    @Test(
        arguments: [
            (
                ["name": " "], "name",
                "Name must have 1 to 80 characters, none of them a control character"
            ),
            (["name": 7], "name", "Name must be a text"),
            (
                ["timeZone": "Mars/Phobos"], "timeZone",
                "Time zone must be a time zone, such as Europe/Rome"
            ),
            (
                ["timeZone": "../../etc/passwd"], "timeZone",
                "Time zone must be a time zone, such as Europe/Rome"
            ),
            (
                ["labels": "none"], "labels",
                "Labels must be one of full, first_initial, initials, number"
            ),
            (
                ["selfCheckIn": true], "selfCheckIn",
                "Self check in must be one of off, confirm, direct"
            ),
            (
                ["languages": []], "languages",
                "Languages must be a list of en, de, fr, es, it, each once"
            ),
            (
                ["languages": ["de", "de"]], "languages",
                "Languages must be a list of en, de, fr, es, it, each once"
            ),
            (
                ["languages": ["de", "tlh"]], "languages",
                "Languages must be a list of en, de, fr, es, it, each once"
            ),
            ([:], "name", "Something to change is required"),
            (["colour": "red"], "colour", "Colour is not a field of this action"),
        ] as [([String: JSON], String, String)])
    func `refuses an invalid setting at its field`(
        arguments: [String: JSON], field: String, message: String
    ) throws {
        let problems = refusal("house.configure", arguments)?.problems
        expectEqual(problems?.first?.field, field)
        expectEqual(problems?.first?.message, message)
    }

    @Test func `answers an invitation with its link, which is in no event`() throws {
        var bench = bench()
        let decision = try bench.decide(
            "house.invite", ["role": "host", "name": " Bar\ttablet "], by: Self.owner)
        expectEqual(decision.subject, "l_1")
        expectEqual(decision.data, ["role": "host", "name": "Bar tablet"])
        expectEqual(
            decision.access,
            .admit(
                secret: "secret of l_1", role: .host, name: "Bar tablet", maker: "d_owner",
                until: bench.now.adding(milliseconds: 86_400_000)))
        let event = bench.carryOut(decision)
        expectEqual(bench.board.result(of: event), ["link": "/in/secret of l_1"])
        #expect(!event.data.canonicalText.contains("secret"))
    }

    @Test func `pairs a screen by the code that it shows`() throws {
        var bench = bench()
        for typed in ["482913", "482 913", "482-913"] {
            let decision = try bench.decide("house.pair", ["code": .string(typed)])
            expectEqual(decision.data, ["code": "482913", "role": "display"])
            guard case .admit(_, .display, _, _, _, "482913") = decision.access else {
                Issue.record("the screen is not let in")
                continue
            }
        }
        let decision = try bench.decide("house.pair", ["code": "482913"])
        #expect(bench.board.result(of: bench.carryOut(decision))?["link"] != nil)
        // A code works once, even before the screen learns of it.
        expectEqual(bench.refusal("house.pair", ["code": "482913"])?.code, .notFound)
        expectEqual(bench.refusal("house.pair", ["code": "482914"])?.code, .notFound)
        for typed in ["48291", "4829133", "48291x", ""] as [JSON] {
            expectEqual(bench.refusal("house.pair", ["code": typed])?.code, .invalid)
        }
        expectEqual(bench.refusal("house.pair", ["code": 482913])?.code, .invalid)
    }

    @Test func `keeps a revoked device revoked`() throws {
        var bench = bench()
        let decision = try bench.decide("house.revoke", ["device": "d_tv"], by: Self.owner)
        expectEqual(decision.access, .revoke(device: "d_tv"))
        bench.carryOut(decision)
        for action in ["house.revoke", "house.forgive"] {
            expectEqual(bench.refusal(action, ["device": "d_tv"], by: Self.owner)?.code, .conflict)
        }
        expectEqual(
            bench.refusal("house.revoke", ["device": "d_none"], by: Self.owner)?.code, .notFound)
        expectEqual(bench.replayed().board.revoked, ["d_tv"])
    }

    @Test func `refuses to let owners revoke or demote their own device`() {
        expectEqual(refusal("house.revoke", ["device": "d_owner"])?.code, .conflict)
        expectEqual(
            refusal("house.set_role", ["device": "d_owner", "role": "host"])?.code, .conflict)
    }

    @Test func `changes the role of a device`() throws {
        let decision = try bench().decide(
            "house.set_role", ["device": "d_tv", "role": "engineer"], by: Self.owner)
        expectEqual(decision.kind, "role_set")
        expectEqual(decision.data, ["role": "engineer", "before": "display"])
        expectEqual(decision.access, .setRole(device: "d_tv", .engineer))
        expectEqual(
            refusal("house.set_role", ["device": "d_tv", "role": "display"])?.code, .conflict)
        for role in ["guest", "king"] as [JSON] {
            expectEqual(
                refusal("house.set_role", ["device": "d_tv", "role": role])?.code, .invalid)
        }
    }

    @Test func `accepts a device name of up to 40 characters`() throws {
        let decision = try bench().decide(
            "house.rename", ["device": "d_tv", "name": "TV at the bar"], by: Self.owner)
        expectEqual(decision.access, .rename(device: "d_tv", name: "TV at the bar"))
        expectEqual(
            refusal(
                "house.rename",
                ["device": "d_tv", "name": .string(String(repeating: "x", count: 41))])?.code,
            .invalid)
        for none in ["", " ", .null] as [JSON] {
            let problem = refusal("house.rename", ["device": "d_tv", "name": none])?.problems[0]
            expectEqual(problem?.message, "Name is a required field.")
        }
        expectEqual(refusal("house.rename", ["device": "d_tv"])?.code, .invalid)
    }

    @Test(arguments: ["\u{200B}", "\u{FEFF}\u{202E}", "a\u{7}b"])
    func `treats an invisible name, or one with control characters, as empty`(name: String) {
        for (action, arguments) in [
            ("house.rename", ["device": "d_tv", "name": .string(name)]),
            ("house.invite", ["role": "host", "name": .string(name)]),
            ("house.configure", ["name": .string(name)]),
        ] as [(String, [String: JSON])] {
            expectEqual(refusal(action, arguments)?.problems.map(\.field), ["name"], "\(action)")
        }
        expectEqual(refusal("house.rename", ["device": "d_tv", "name": 7])?.code, .invalid)
    }

    @Test(arguments: [
        ("name", " ", "its name is invalid"),
        ("timeZone", "Mars/Phobos", "its time zone is invalid"),
        ("labels", "none", "its privacy of labels is invalid"),
    ])
    func `validates imported settings`(field: String, value: String, fault: String) {
        var house = bench().board
        func event(_ rev: Int, _ data: JSON, kind: String = "configured") -> Event {
            Event(
                rev: rev, at: Instant(milliseconds: 1), board: "house", kind: kind,
                subject: "settings", data: data, actor: "owner:d_1", mutationID: nil)
        }
        expectNil(house.take(event(1, ["name": "Chez Zoë", "labels": "full"])))
        expectEqual(house.settings.name, "Chez Zoë")
        expectEqual(house.take(event(2, .object([field: .string(value)]))), fault)
        expectEqual(house.take(event(2, [:], kind: "sold"))?.hasPrefix("it can't have"), true)
    }

    @Test func `has nothing about a PIN in events`() throws {
        let digest: JSON = "$scrypt$ln=15,r=8,p=3$00$11"
        let decision = try bench().decide("house.set_pin", ["digest": digest], by: Self.owner)
        expectEqual(decision.data, [:])
        expectEqual(decision.access, .setPIN(digest: "$scrypt$ln=15,r=8,p=3$00$11"))
        expectEqual(refusal("house.set_pin", ["digest": "4711"])?.code, .invalid)
        expectEqual(refusal("house.set_pin", ["pin": "4711"])?.code, .invalid)
        let cleared = try bench().decide("house.clear_pin", by: Self.owner)
        expectEqual(cleared.access, .setPIN(digest: nil))
    }

    @Test func `has no alarm address in events`() throws {
        let address = "https://example.org/hook?key=s3cret"
        let decision = try bench().decide(
            "house.set_webhook", ["url": .string(address)], by: Self.owner)
        expectEqual(decision.kind, "webhook_set")
        expectEqual(decision.data, [:])
        expectEqual(decision.access, .setWebhook(address: address))
        let none: [JSON] = [.null, ""]
        for none in none {
            let cleared = try bench().decide("house.set_webhook", ["url": none], by: Self.owner)
            expectEqual(cleared.kind, "webhook_cleared")
            expectEqual(cleared.access, .setWebhook(address: nil))
        }
        let wrong: [JSON] = [
            "example.org", "https://", "ftp://a/b", "https://a b", "javascript:x", "http://@",
            "http:///x", "http://:80/", "https://a:b@c", 7,
        ]
        for wrong in wrong {
            let refusal = refusal("house.set_webhook", ["url": wrong])
            expectEqual(refusal?.problems.map(\.field), ["url"], "\(wrong)")
        }
        expectEqual(refusal("house.set_webhook", [:])?.problems.map(\.field), ["url"])
    }

    @Test(arguments: [
        "http://127.0.0.1:8080/hook", "https://10.0.0.7/hook", "http://192.168.1.20/",
        "http://169.254.169.254/latest", "http://[::1]/hook", "http://[fd00::1]/",
        "http://[::ffff:127.0.0.1]/",
    ])
    func `refuses a private alarm address unless private ones are allowed`(
        address: String
    ) throws {
        let arguments: [String: JSON] = ["url": .string(address)]
        let problem = refusal("house.set_webhook", arguments)?.problems.first
        expectEqual(problem?.reason.problem, .privateAddress)
        expectEqual(
            problem?.message,
            "Url must be on the internet; whoever runs the hub can allow addresses of "
                + "private networks with --allow-private-webhooks")
        var dependencies = BoardDependencies.none
        dependencies.allowsPrivateAddresses = true
        let allowing = bench(dependencies)
        let decision = try allowing.decide("house.set_webhook", arguments, by: Self.owner)
        expectEqual(decision.access, .setWebhook(address: address))
        let nowhere: [String: JSON] = ["url": "http://0.0.0.0/"]
        expectEqual(allowing.refusal("house.set_webhook", nowhere, by: Self.owner)?.code, .invalid)
    }

    @Test(arguments: ["http://localhost/hook", "https://example.org/", "https://93.184.215.14/"])
    func `accepts a name or a public address for alarms`(address: String) throws {
        let decision = try bench().decide(
            "house.set_webhook", ["url": .string(address)], by: Self.owner)
        expectEqual(decision.access, .setWebhook(address: address))
    }

    @Test func `permits hosts only to pair screens, and owners everything`() {
        let house = bench().board
        for role in BoardRegistry.shipped.roles {
            // Only the hub sends reports.
            for action in house.declaration.actions.filter({ $0.roles != [.hub] }).map(\.name) {
                let mutation = Mutation(id: "m", action: action, arguments: [:])
                let may = house.permits(mutation, by: Principal(role: role, device: "d_1"))
                expectEqual(
                    may, (role == .owner || role == .host && action == "house.pair"),
                    "\(role) \(action)")
            }
        }
    }

    @Test func `gives only owners the QR code of a link, and only of a sign-in link`() throws {
        let route = try #require(
            BoardRegistry.shipped.address(of: "house", at: ["link.svg"])?.routes.first)
        expectEqual(route.access, .roles([.owner]))
        let venue = Venue.empty()
        for (content, isLink) in [("/in/8Fv-3_x", true), ("/host", false), ("/in/a b", false)] {
            let asked = BoardRoute.Request(
                query: [:], content: Array(content.utf8), at: Instant(milliseconds: 0))
            if case .code(let path) = route.outcome(asked, venue) {
                #expect(isLink && path == content)
            } else {
                #expect(!isLink, "\(content)")
            }
        }
    }

    @Test func `does not treat a device as unknown if the list is unreadable`() {
        var dependencies = BoardDependencies.none
        dependencies.role = { (_) throws(Rejection) in throw Rejection(.unavailable) }
        let answer = bench(dependencies).refusal("house.revoke", ["device": "d_1"], by: Self.owner)
        expectEqual(answer?.code, .unavailable)
    }
}
