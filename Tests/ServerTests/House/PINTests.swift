import Client
import Clocks
import Credentials
import Dispatch
import JSON
import Limits
import Operations
import SQLiteStorage
import Storage
import Sync
import TestSupport
import Testing
import Transport

@testable import Server

/// The PIN of the host's page, and the limits on guessing.
@Suite struct PINTests {
    private let clocks = TestClock()
    private let hub: LiveHub

    init() throws { hub = try LiveHub(time: clocks) }

    private func post(
        _ path: String, _ body: String?, token: String, isCookie: Bool = true,
        origin: String? = "own"
    ) throws -> RawAnswer {
        var fields =
            isCookie ? ["Cookie": "tablecast=\(token)"] : ["Authorization": "Bearer \(token)"]
        fields["Origin"] = origin == "own" ? hub.origin : origin
        return try hub.ask("POST", "/v1/main/\(path)", as: nil, fields, body: body)
    }

    private func set(_ pin: String) throws -> RawAnswer {
        try post("pin", #"{"pin":\#(pin)}"#, token: hub.token(.owner), isCookie: false)
    }

    private func enter(_ pin: String, token: String) throws -> RawAnswer {
        try post("unlock", #"{"pin":"\#(pin)"}"#, token: token)
    }

    /// An open WebSocket of a browser with this token.
    private func socket(of token: String) throws -> RawWebSocket {
        let socket = try RawWebSocket(
            hub, nil, ["Cookie": "tablecast=\(token)", "Origin": hub.origin])
        _ = try socket.next("welcome")
        return socket
    }

    private func page(_ token: String) throws -> Int {
        try hub.get("/host", as: nil, ["Cookie": "tablecast=\(token)"]).status
    }

    private func freshHost() throws -> String {
        try Administration(SQLiteFolder(hub.dataFolder))
            .makeToken(role: .host, name: nil, venue: "main")
    }

    /// Backdates the wrong PINs, as if time had passed.
    private func age(_ token: String) throws {
        let store = try Store(folder: hub.dataFolder, creating: false)
        let device = try #require(try store.device(withToken: TokenDigest(of: token)))
        let state = try #require(try store.pinState(ofDevice: device.id))
        let digest = try #require(state.digest)
        let past = Instant(milliseconds: 0)
        _ = try store.unlock(device: device.id, until: past, digest: digest)
        for _ in 0..<state.wrongCount { try store.noteWrongPIN(device: device.id, now: past) }
    }

    @Test func `locking the device between guesses doesn't shorten the wait`() throws {
        _ = try set(#""471199""#)
        let token = try hub.token(.host)
        for _ in 1...3 {
            try expectEqual(enter("0000", token: token).status, 403)
            try expectEqual(post("lock", nil, token: token).status, 204)
        }
        try expectEqual(enter("0000", token: token).status, 429)
    }

    @Test func `a host's browser has to enter the PIN, programs do not`() throws {
        let token = try hub.token(.host)
        try expectEqual(page(token), 200)
        try expectEqual(set(#""4711""#).status, 200)
        try expectEqual(page(token), 401)
        let fields = ["Cookie": "tablecast=\(token)"]
        let locked = try hub.get(
            "/host", as: nil, fields.merging(["Accept": "text/html"]) { $1 })
        #expect(locked.text.contains("/pin/pin.js"))
        #expect(
            try hub.get("/host", as: nil, fields).json?["type"] == "/docs/protocol.html#locked")
        let asked = ["Cookie": "tablecast=\(token)", "Origin": hub.origin]
        try expectEqual(hub.get("/v1/main/views/waitlist/host", as: nil, asked).status, 401)
        try expectEqual(post("mutations", "{}", token: token).status, 401)
        // A program sends its token itself, and can't type a PIN.
        try expectEqual(hub.get("/v1/main/views/waitlist/host", as: .host).status, 200)
        try expectEqual(enter("4711", token: token).status, 204)
        try expectEqual(page(token), 200)
        // Other devices are unaffected.
        try expectEqual(page(freshHost()), 401)
        for role in [Role.display, .engineer, .owner] {
            let fields = ["Cookie": "tablecast=\(try hub.token(role))"]
            try expectEqual(hub.get("/display", as: nil, fields).status, 200)
        }
        try expectEqual(set("null").status, 200)
        try expectEqual(page(freshHost()), 200)
        try expectEqual(hub.journal().map(\.kind), ["pin_set", "pin_cleared"])
        #expect(try hub.journal().allSatisfy { $0.data == [:] })
    }

    @Test func `wrong PINs make a device wait longer and longer, and finally lock it out`() throws {
        _ = try set(#""471199""#)
        let token = try hub.token(.host)
        for attempt in 1...3 {
            let answer = try enter("0000", token: token)
            expectEqual(answer.status, 403)
            expectEqual(answer["retry-after"], (attempt < 3 ? nil : "5"))
        }
        // Even the correct PIN is refused now.
        try expectEqual(enter("471199", token: token).status, 429)
        var waits: [String?] = []
        for _ in 4...9 {
            try age(token)
            let answer = try enter("0000", token: token)
            expectEqual(answer.status, 403)
            waits.append(answer["retry-after"])
        }
        expectEqual(waits, ["10", "20", "40", "80", "160", "320"])
        try age(token)
        try expectEqual(enter("0000", token: token).status, 423)
        try age(token)
        try expectEqual(enter("471199", token: token).status, 423)
        try expectEqual(enter("471199", token: freshHost()).status, 204)
        let store = try Store(folder: hub.dataFolder, creating: false)
        let device = try #require(try store.device(withToken: TokenDigest(of: token))).id
        let owner = try hub.connect(.owner)
        try expectEqual(owner.ask("f", "house.forgive", ["device": .string(device)])["type"], "ack")
        try expectEqual(enter("471199", token: token).status, 204)
        try expectEqual(page(token), 200)
    }

    @Test func `locking a device signs it out at once`() throws {
        _ = try set(#""4711""#)
        let token = try hub.token(.host)
        try expectEqual(enter("4711", token: token).status, 204)
        let connection = try hub.connect(.host)
        _ = try connection.next("welcome")
        try expectEqual(post("lock", nil, token: token).status, 204)
        try expectEqual(connection.closeCode(), 4401)
        try expectEqual(page(token), 401)
    }

    @Test func `setting a PIN closes hosts' browser connections, but no program's`() throws {
        let browser = try socket(of: hub.token(.host))
        let program = try hub.connect(.host)
        _ = try program.next("welcome")
        try expectEqual(set(#""4711""#).status, 200)
        try expectEqual(browser.closeCode(), 4401)
        let answer = try program.ask("a", "waitlist.add", ["name": "Ada", "size": 2])
        expectEqual(answer["type"], "ack")
        // Devices that entered the old PIN have to enter the new one.
        try expectEqual(enter("4711", token: hub.token(.host)).status, 204)
        let again = try socket(of: hub.token(.host))
        try expectEqual(set(#""4712""#).status, 200)
        try expectEqual(again.closeCode(), 4401)
    }

    @Test func `closes a browser's connections when the PIN is needed again`() throws {
        _ = try set(#""4711""#)
        let token = try hub.token(.host)
        try expectEqual(enter("4711", token: token).status, 204)
        let store = try Store(folder: hub.dataFolder, creating: false)
        let device = try #require(try store.device(withToken: TokenDigest(of: token))).id
        let soon = WallClock.now.adding(milliseconds: 500)
        let digest = try #require(try store.pinState(ofDevice: device)?.digest)
        #expect(try store.unlock(device: device, until: soon, digest: digest))
        let browser = try socket(of: token)
        try expectEqual(browser.closeCode(), 4401)
        #expect(WallClock.now >= soon)
    }

    @Test(arguments: [#""12""#, #""12345678901234""#, #""12a4""#, "4711", #""٤٧١١""#, "{}", "[]"])
    func `refuses a malformed PIN with advice`(pin: String) throws {
        let answer = try set(pin)
        expectEqual(answer.status, 400)
        expectEqual(answer.json?["detail"]?.text?.contains("4 to 12 digits"), true)
        try expectEqual(post("pin", pin, token: hub.token(.owner)).status, 400)
    }

    @Test(arguments: ["1111", "000000", "1234", "4321", "23456789", "98765"])
    func `refuses a common PIN`(pin: String) throws {
        let answer = try set("\"\(pin)\"")
        expectEqual(answer.status, 400)
        expectEqual(answer.json?["detail"]?.text?.contains("choose another one"), true)
    }

    @Test func `only the hub sets the digest of a PIN`() throws {
        let owner = try hub.connect(.owner)
        let arguments: JSON = ["digest": "$scrypt$ln=15,r=8,p=3$00$11"]
        try expectEqual(owner.ask("x", "house.set_pin", arguments)["code"], "unknown_action")
        let message: JSON = [
            "type": "mutate", "id": "y", "action": "house.set_pin", "args": arguments,
        ]
        let answer = try hub.ask(
            "POST", "/v1/main/mutations", as: .owner, body: message.canonicalText)
        expectEqual(answer.status, 400)
        #expect(answer.json?["code"] == "unknown_action")
    }

    @Test func `only the owner sets the PIN, and only this site's pages may ask`() throws {
        for role in [Role.host, .display, .engineer] {
            try expectEqual(post("pin", #"{"pin":"4711"}"#, token: hub.token(role)).status, 403)
        }
        _ = try set(#""4711""#)
        let host = try hub.token(.host)
        let body = #"{"pin":"4711"}"#
        for path in ["unlock", "lock"] {
            try expectEqual(post(path, body, token: host, origin: nil).status, 403)
            try expectEqual(
                post(path, body, token: host, origin: "http://elsewhere.example").status, 403)
            try expectEqual(post(path, body, token: hub.token(.display)).status, 401)
            try expectEqual(post(path, body, token: "nobody").status, 401)
        }
        try expectEqual(page(host), 401)
    }

    /// Requests a change as an owner's browser does, and returns the answer.
    private func invite(_ id: String, token: String) throws -> RawAnswer {
        let body: JSON = [
            "type": "mutate", "id": .string(id), "action": "house.invite",
            "args": ["role": "display"],
        ]
        return try post("mutations", body.canonicalText, token: token)
    }

    private func text(_ id: String, _ action: String, _ args: JSON) -> String {
        let message: JSON = [
            "type": "mutate", "id": .string(id), "action": .string(action), "args": args,
        ]
        return message.canonicalText
    }

    @Test func `an owner's browser enters the PIN before it changes devices or links`() throws {
        let token = try hub.token(.owner)
        let browser = try socket(of: token)
        // Nothing needs a PIN before the first one is set.
        try expectEqual(invite("a", token: token).status, 200)
        try expectEqual(post("pin", #"{"pin":"4711"}"#, token: token).status, 200)
        let answer = try invite("b", token: token)
        expectEqual(answer.status, 403)
        #expect(answer.json?["code"] == "forbidden")
        #expect(answer.json?["needs"] == "pin")
        let changed = try post("pin", #"{"pin":null}"#, token: token)
        expectEqual(changed.status, 403)
        #expect(changed.json?["type"] == "/docs/protocol.html#locked")
        // Open connections stay, for reading and for actions that need no PIN.
        try browser.send(text("c", "house.invite", ["role": "display"]))
        try expectEqual(browser.next("reject")["needs"], "pin")
        try browser.send(text("d", "house.configure", ["name": "Ada's"]))
        try expectEqual(browser.next("ack")["id"], "d")
        // The first answer has a link, and its id is in the events, so it is not repeated.
        try expectEqual(invite("a", token: token).status, 403)
        try browser.send(text("a", "house.invite", ["role": "host"]))
        try expectEqual(browser.next("reject")["needs"], "pin")
        // Programs need no PIN.
        try expectEqual(
            hub.connect(.owner).ask("e", "house.invite", ["role": "host"])["type"], "ack")
        try expectEqual(post("unlock", #"{"pin":"0000"}"#, token: token).status, 401)
        try expectEqual(post("unlock?as=owner", #"{"pin":"0000"}"#, token: token).status, 403)
        try expectEqual(invite("b", token: token).status, 403)
        try expectEqual(post("unlock?as=owner", #"{"pin":"4711"}"#, token: token).status, 204)
        #expect(try invite("a", token: token).json?["replayed"] == true)
        // The change is accepted now, also on the open connection.
        try expectEqual(invite("b", token: token).status, 200)
        try browser.send(text("c", "house.invite", ["role": "display"]))
        try expectEqual(browser.next("ack")["id"], "c")
        try expectEqual(post("pin", #"{"pin":null}"#, token: token).status, 200)
        try browser.send(text("f", "house.invite", ["role": "display"]))
        try expectEqual(browser.next("ack")["id"], "f")
    }

    @Test func `an owner's browser enters the PIN again after its time`() throws {
        let token = try hub.token(.owner)
        _ = try set(#""4711""#)
        try expectEqual(post("unlock?as=owner", #"{"pin":"4711"}"#, token: token).status, 204)
        try expectEqual(invite("a", token: token).status, 200)
        clocks.move(by: .seconds(12 * 3_600))
        #expect(try invite("b", token: token).json?["needs"] == "pin")
    }

    @Test func `an owner who has forgotten the PIN signs in by a link from the machine`() throws {
        _ = try set(#""471199""#)
        let old = try hub.token(.owner)
        for _ in 1...10 {
            try age(old)
            _ = try post("unlock?as=owner", #"{"pin":"0000"}"#, token: old)
        }
        try age(old)
        let lockedOut = try post("unlock?as=owner", #"{"pin":"471199"}"#, token: old)
        expectEqual(lockedOut.status, 423)
        #expect(lockedOut.text.contains("tablecast link --role owner"))
        let fresh = try secret(behind: hub.link(.owner))
        try expectEqual(invite("a", token: fresh).status, 200)
        // A link made on an owner's page does not count as the machine's.
        let link = try #require(
            try hub.connect(.owner).ask("l", "house.invite", ["role": "owner"])["result"]?["link"]?
                .text)
        let invited = try secret(behind: link)
        #expect(try invite("b", token: invited).json?["needs"] == "pin")
        try expectEqual(post("pin", #"{"pin":"2718"}"#, token: fresh).status, 200)
        #expect(try invite("c", token: fresh).json?["needs"] == "pin")
        try expectEqual(post("unlock?as=owner", #"{"pin":"2718"}"#, token: old).status, 204)
    }

    /// Follows a link and returns the browser's secret.
    private func secret(behind link: String) throws -> String {
        let followed = try hub.get(link, as: nil)
        let cookie = try #require(followed["set-cookie"]?.split(separator: ";").first)
        return String(cookie.dropFirst("tablecast=".count))
    }

    @Test func `digests of a PIN are salted and don't contain it`() throws {
        let one = try #require(PINDigest(of: "4711"))
        let other = try #require(PINDigest(of: "4711"))
        #expect(one.text != other.text)
        #expect(!one.text.contains("4711"))
        #expect(one.text.hasPrefix("$scrypt$ln=15,r=8,p=3$"))
        expectEqual(PINDigest(one.text).matches("4711"), true)
        expectEqual(PINDigest(one.text).matches("4712"), false)
        for broken in ["", "4711", "$scrypt$ln=15,r=8,p=3$00$00", String(one.text.dropLast())] {
            expectNil(PINDigest(broken).matches("4711"))
        }
    }

    @Test func `a clock that was set back prolongs no wait`() {
        let now = Instant(milliseconds: 1_000_000)
        let state = PINState(
            digest: "", wrongCount: 4, wrongAt: now.adding(milliseconds: 500_000))
        expectEqual(PINPatience.answer(to: state, at: now), .wait(milliseconds: 10_000))
    }
}
