import BoardKit
import Client
import Delivery
import Destinations
import Foundation
import Glibc
import JSON
import Locks
import Logging
import Outgoing
import ShippedBoards
import Storage
import Sync
import TestSupport
import Testing

@testable import Server

/// The house's mail, with a whole hub and a real mail server.
@Suite(.timeLimit(.minutes(5))) struct HouseMailTests {
    private static let password = "pässword-that-nobody-else-may-see"
    private static let guest = "ada.lovelace@example.org"

    private static func hub(
        folder: String = LiveHub.newFolder(), logger: Logger = LiveHub.logger,
        senders: @escaping OutgoingSenders = { OutgoingClient(allowsLocal: $0) }
    ) throws -> LiveHub {
        var timing = HubTiming()
        timing.courier.firstPause = .milliseconds(1)
        timing.courier.pauseMax = .milliseconds(2)
        return try LiveHub(timing: timing, logger: logger, folder: folder) { options in
            options.boards = BoardRegistry(BoardRegistry.shipped.modules + [LetterBoard.module])
            options.sender = senders
        }
    }

    private static func settings(
        of office: PostOffice, changing changed: [String: JSON] = [:]
    ) -> JSON {
        let settings: [String: JSON] = [
            "channel": "email", "host": "127.0.0.1", "port": JSON(office.port), "tls": "none",
            "from": "house@example.com", "allowPrivate": true,
        ]
        return .object(settings.merging(changed) { $1 })
    }

    private static func email(of hub: LiveHub) throws -> JSON {
        let view = try hub.http(.owner).view("house/senders", venue: "main")
        return view["doc"]?["senders"]?["email"] ?? .null
    }

    /// Waits for the result of a test that began after `last` ended.
    private static func tested(_ hub: LiveHub, after last: JSON? = nil) throws -> JSON {
        while true {
            let row = try email(of: hub)
            if let at = row["testedAt"], at != last { return row }
            usleep(1_000)
        }
    }

    private static func letters(of hub: LiveHub) throws -> JSON? {
        try hub.http(.owner).view("letters/host", venue: "main")["doc"]?["letters"]
    }

    /// Whether any file of the data folder contains one of these texts.
    private static func areInFiles(_ texts: [String], of hub: LiveHub) throws -> Bool {
        let names = try FileManager.default.subpathsOfDirectory(atPath: hub.dataFolder)
        return try names.contains { name in
            let path = "\(hub.dataFolder)/\(name)"
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            // Foundation leaks memory when it reads an empty file.
            guard size != 0, let bytes = FileManager.default.contents(atPath: path) else {
                return false
            }
            return texts.contains { bytes.range(of: Data($0.utf8)) != nil }
        }
    }

    @Test func `delivers a test, and shows it in the owner's view`() throws {
        let office = try PostOffice(["--login", "house", Self.password])
        let hub = try Self.hub()
        let owner = try hub.connect(.owner)
        try expectEqual(Self.email(of: hub), .null)
        let early = try owner.ask("e", "house.test_sender", ["channel": "email", "to": "a@b.c"])
        expectEqual(early["code"], "conflict")
        let login: [String: JSON] = ["user": "house", "password": .string(Self.password)]
        try expectEqual(
            owner.ask("s", "house.set_sender", Self.settings(of: office, changing: login))[
                "type"], "ack")
        let shown: JSON = [
            "to": .string("127.0.0.1:\(office.port)"), "from": "house@example.com",
            "tls": "none", "user": "house", "allowPrivate": true,
        ]
        try expectEqual(Self.email(of: hub), shown)
        let test: JSON = ["channel": "email", "to": .string(Self.guest)]
        try expectEqual(owner.ask("t", "house.test_sender", test)["type"], "ack")
        let read = try office.next()
        #expect(read["recipients"] == [.string(Self.guest)] && read["user"] == "house")
        expectEqual(read["subject"], "Test of mail from Trattoria")
        #expect(read["fromName"] == "Trattoria" && read["defects"] == [])
        let row = try Self.tested(hub)
        #expect(row["ok"] == true && row["error"] == nil)
        try expectEqual(
            hub.journal().suffix(3).map(\.type),
            ["sender_set", "sender_test_begun", "sender_tested"].map {
                "tablecast.house.\($0)"
            })
        // Hosts may read the view, too; screens may not.
        try expectEqual(hub.get("/v1/main/views/house/senders", as: .host).status, 200)
        try expectEqual(hub.get("/v1/main/views/house/senders", as: .display).status, 403)
        _ = try owner.ask("c", "house.clear_sender", ["channel": "email"])
        try expectEqual(Self.email(of: hub), .null)
        let again = try owner.ask("d", "house.clear_sender", ["channel": "email"])
        expectEqual(again["code"], "conflict")
    }

    @Test func `reports the reason of a failed test as a code`() throws {
        let office = try PostOffice(["--login", "house", Self.password])
        let hub = try Self.hub()
        let owner = try hub.connect(.owner)
        var last: JSON?
        func problem(
            _ id: String, _ changed: [String: JSON], to: String = Self.guest
        ) throws -> JSON? {
            _ = try owner.ask(
                "s\(id)", "house.set_sender", Self.settings(of: office, changing: changed))
            try expectNil(Self.email(of: hub)["testedAt"])
            _ = try owner.ask(
                "t\(id)", "house.test_sender", ["channel": "email", "to": .string(to)])
            let row = try Self.tested(hub, after: last)
            last = row["testedAt"]
            expectEqual(row["ok"], .bool(row["error"] == nil))
            return row["error"]
        }
        let login: [String: JSON] = ["user": "house", "password": .string(Self.password)]
        let wrong: [String: JSON] = ["user": "house", "password": "guess"]
        try expectEqual(problem("1", wrong), "login_refused 535")
        try expectNil(problem("2", login))
        // The known password stays with the same server.
        try expectNil(problem("3", ["user": "house"]))
        try expectEqual(problem("4", [:]), "sender_refused 530")
        try expectEqual(problem("5", login, to: "550.ada@example.org"), "recipient_refused 550")
        try expectEqual(
            problem("6", login.merging(["allowPrivate": false]) { $1 }), "private_address")
        try expectEqual(problem("7", ["tls": "starttls"]), "not_encrypted")
        try expectEqual(problem("8", ["tls": "tls"]), "unreachable")
        try expectEqual(problem("9", ["host": "127.0.0.2"]), "unreachable")
    }

    @Test func `sends separate letters to each address, with the house's name`() throws {
        let office = try PostOffice()
        let hub = try Self.hub()
        let owner = try hub.connect(.owner)
        let letter: [String: JSON] = [
            "to": ["ada@example.org", "450.once.bo@example.org", "550.cy@example.org"],
            "subject": "夕食 & <more> \"é\"", "text": "مطعم 🍝\n.\n", "html": "<p>夕食 &amp; 🍝</p>",
        ]
        try expectEqual(owner.ask("a", "letters.send", .object(letter))["code"], "conflict")
        _ = try owner.ask("s", "house.set_sender", Self.settings(of: office))
        try expectEqual(owner.ask("b", "letters.send", .object(letter))["type"], "ack")
        var read = [try office.next(), try office.next()]
        read.sort { $0["to"]?.text ?? "" < $1["to"]?.text ?? "" }
        expectEqual(read.map { $0["to"] }, ["450.once.bo@example.org", "ada@example.org"])
        for message in read {
            expectEqual(message["recipients"]?.elements?.count, 1)
            expectEqual(message["subject"], letter["subject"])
            #expect(message["texts"]?["text/plain"] == letter["text"])
            #expect(message["texts"]?["text/html"] == letter["html"])
            expectEqual(message["fromName"], "Trattoria")
        }
        #expect(read[0]["id"] != read[1]["id"])
        let event = try #require(try hub.journal().last { $0.kind == "mailed" })
        expectEqual(event.data, ["count": 3])
        let id = event.subject
        while try Self.letters(of: hub)?[id] != ["sent": 2, "failed": 1] { usleep(1_000) }
        // A permanent refusal waits for the owner.
        let effects = try hub.http(.owner).view("house/effects", venue: "main")
        let rows = effects["doc"]?["effects"]?.members ?? [:]
        expectEqual(rows.values.map { $0["problem"] }, ["recipient_refused"])
        #expect(rows.values.first?["status"] == 550)
        #expect(rows.values.first?["target"] == .string("mail:\(id).2"))
    }

    @Test func `no event, file, stream or log contains an address or a password`() throws {
        let lines = Locked<[String]>([])
        let office = try PostOffice(["--login", "house", Self.password])
        let hub = try Self.hub(logger: Logger(label: "test") { _ in LineLogHandler(lines) })
        let owner = try hub.connect(.owner)
        let stream = try RawEventStream(hub, .owner)
        let login: [String: JSON] = ["user": "house", "password": .string(Self.password)]
        _ = try owner.ask("s", "house.set_sender", Self.settings(of: office, changing: login))
        _ = try owner.ask(
            "t", "house.test_sender", ["channel": "email", "to": .string(Self.guest)])
        _ = try Self.tested(hub)
        // One letter arrives, one is retried, and one is given up.
        let others = ["550.eve@example.org", "450.joe@example.org"]
        let letter: JSON = [
            "to": .array((others + [Self.guest]).map(JSON.string)), "subject": "Dinner",
            "text": "At eight.",
        ]
        _ = try owner.ask("a", "letters.send", letter)
        let refused = try owner.ask(
            "r", "house.test_sender", ["channel": "sms", "to": .string(Self.guest)])
        expectEqual(refused["code"], "invalid")
        func isTried() throws -> Bool {
            let effects = try hub.http(.owner).view("house/effects", venue: "main")
            return effects["doc"]?["effects"]?.members?.count == 2
        }
        while try !isTried() { usleep(1_000) }
        let secrets = [Self.password, Self.guest] + others
        for _ in try hub.journal() {
            let text = try stream.next().canonicalText
            #expect(!secrets.contains { text.contains($0) })
        }
        #expect(!secrets.contains { refused.canonicalText.contains($0) })
        hub.stop()
        #expect(try !Self.areInFiles(secrets, of: hub))
        let log = lines.with { $0.joined(separator: "\n") }
        #expect(!secrets.contains { log.contains($0) })
    }

    /// Sends the letter and blocks, so that the hub is killed before it records anything.
    private struct FatalSender: OutgoingSender {
        let client: OutgoingClient

        func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
            try client.send(request)
        }

        func send(_ mail: OutgoingMail) throws(OutgoingMailError) {
            try client.send(mail)
            kill(getpid(), SIGKILL)
        }
    }

    @Test(arguments: ["letters.send", "house.test_sender"])
    func `a hub killed before recording a delivery sends the same mail again`(
        action: String
    ) async throws {
        let office = try PostOffice()
        let folder = LiveHub.newFolder()
        setenv("TABLECAST_TEST_MAIL", "\(folder) \(office.port) \(action)", 1)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let words = String(cString: getenv("TABLECAST_TEST_MAIL")).split(separator: " ")
            let hub = try HouseMailTests.hub(folder: String(words[0])) {
                FatalSender(client: OutgoingClient(allowsLocal: $0))
            }
            let owner = try hub.connect(.owner)
            _ = try owner.ask(
                "s", "house.set_sender",
                [
                    "channel": "email", "host": "127.0.0.1", "port": JSON(Int(words[1]) ?? 0),
                    "tls": "none", "from": "house@example.com", "allowPrivate": true,
                ])
            _ = try owner.ask(
                "a", String(words[2]),
                words[2] == "letters.send"
                    ? ["to": ["ada@example.org"], "subject": "Dinner", "text": "At eight."]
                    : ["channel": "email", "to": "ada@example.org"])
            while hub.port > 0 { sleep(1) }
        }
        let first = try office.next()
        let hub = try Self.hub(folder: folder)
        let second = try office.next()
        expectEqual(second, first)
        #expect(try #require(second["id"]?.text).hasSuffix("@example.com>"))
        while try ["mailed", "sender_test_begun"].contains(hub.journal().last?.kind) {
            usleep(1_000)
        }
        // By now, the hub has recorded the outcome.
        try hub.restart()
        let owner = try hub.connect(.owner)
        _ = try owner.ask(
            "t", "house.test_sender", ["channel": "email", "to": "next@example.org"])
        try expectEqual(office.next()["to"], "next@example.org")
    }
}
