import BoardKit
import Client
import Clocks
import Foundation
import JSON
import ShippedBoards
import Storage
import Sync
import Terminal
import TestSupport
import Testing

@testable import Operations
@testable import SQLiteStorage
@testable import Server

/// Exports of a journal as lines of JSON, and imports.
@Suite struct JournalExportTests {
    private let hub: LiveHub
    private let folder = LiveHub.newFolder()

    init() throws { hub = try LiveHub() }

    private static let settings = JournalImport.VenueSettings(
        slug: "main", name: "Trattoria", timeZone: "UTC", labels: .full)

    private func exported(_ dataFolder: String, venue: String = "main") throws -> [UInt8] {
        var bytes: [UInt8] = []
        try JournalExport(SQLiteFolder(dataFolder), venue: venue).run { lines in
            bytes += lines
            return true
        }
        return bytes
    }

    /// Imports bytes in portions of the given size into the test's folder.
    @discardableResult
    private func imported(
        _ bytes: [UInt8], portion: Int = .max, as settings: JournalImport.VenueSettings = settings
    ) throws -> Int {
        var rest = bytes[...]
        return try JournalImport(SQLiteFolder(folder), boards: .shipped).run(settings) {
            defer { rest = rest.dropFirst(portion) }
            return Array(rest.prefix(portion))
        }
    }

    private func refusal(_ bytes: [UInt8]) -> String {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            try imported(bytes)
            return "it was imported"
        } catch {
            let venues = try? Store(folder: folder, creating: false).venues().map(\.slug)
            expectEqual(venues, [])
            #expect(!"\(error)".contains("\n"))
            return "\(error)"
        }
    }

    private func fillHub() throws {
        let host = try hub.connect(.host)
        let party = try host.add("Zoë \"Quick\" 🎉, 世界")
        _ = try host.ask(
            "edit-1", "waitlist.edit",
            [
                "party": party["party"] ?? "", "phone": "+12015550123",
                "notes": "By the window\nplease",
            ])
        try host.add("Bo")
        _ = try host.ask("call-1", "waitlist.call_next")
        _ = try host.ask("note-1", "notice.post", ["text": "Ciao", "level": "urgent"])
    }

    @Test func `an export equals the event stream of an owner`() throws {
        try fillHub()
        let streamed = try hub.ask(
            "GET", "/v1/main/events?since=0&until=5", as: .owner,
            ["Accept": "application/x-ndjson"])
        expectEqual(String(decoding: try exported(hub.dataFolder), as: UTF8.self), streamed.text)
        #expect(streamed.text.contains("+12015550123"))
    }

    @Test(arguments: [1, 7, 64, 65_536])
    func `imports an export unchanged, in portions of any size`(portion: Int) throws {
        try fillHub()
        let bytes = try exported(hub.dataFolder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try expectEqual(imported(bytes, portion: portion), 5)
        let store = try Store(folder: folder, creating: false)
        let events = try store.events(of: "main", after: 0, limit: 99, bytesMax: .max)
        try expectEqual(events, hub.journal())
        try expectEqual(store.venues().first?.createdAt, events.first?.at)
        try expectEqual(store.verify().map(\.verdict.faults), [[]])
        // Only the epoch differs.
        let text = String(decoding: bytes, as: UTF8.self)
        let again = String(decoding: try exported(folder), as: UTF8.self)
        let epochs = try [hub.dataFolder, folder].map {
            try #require(Store(folder: $0, creating: false).venues().first?.epoch)
        }
        #expect(epochs[0] != epochs[1])
        expectEqual(again, text.replacingOccurrences(of: epochs[0], with: epochs[1]))
    }

    @Test func `exports a guest who joined without the id of the request`() throws {
        let owner = try hub.connect(.owner)
        _ = try owner.ask("c", "house.configure", ["selfCheckIn": "direct"])
        let link = try #require(try hub.get("/v1/main/join", as: .display).json?["link"]?.text)
        let joined = try hub.ask(
            "POST", "/v1/main/mutations", as: nil,
            ["Authorization": "Bearer \(link.dropFirst(3))"],
            body: #"{"type":"mutate","id":"hers","action":"waitlist.add","#
                + #""args":{"name":"Ada","size":2}}"#)
        expectEqual(joined.status, 200)
        let bytes = try exported(hub.dataFolder)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("hers"))
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try expectEqual(imported(bytes), 2)
        let events = try Store(folder: folder, creating: false)
            .events(of: "main", after: 0, limit: 99, bytesMax: .max)
        expectEqual(events.last?.actor, "guest:j_1")
        expectEqual(events.map(\.mutationID), ["c", nil])
        expectEqual(events.last?.data["name"], "Ada")
    }

    @Test func `an imported venue continues where the export ended`() throws {
        try fillHub()
        let bytes = try exported(hub.dataFolder)
        let before = try hub.get("/v1/main/views/waitlist/host", as: .host).json
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try imported(bytes)
        let other = try Hub(LiveHub.options(dataFolder: folder), logger: LiveHub.logger)
        defer { other.stop() }
        let token = try Administration(SQLiteFolder(folder))
            .makeToken(role: .host, name: nil, venue: "main")
        let address = try HubAddress("http://127.0.0.1:\(other.port)")
        let after = try HTTPClient(address, token: token).view("waitlist/host", venue: "main")
        #expect(after["doc"]?["parties"] == before?["doc"]?["parties"])
        expectEqual(after["rev"], before?["rev"])
        let host = try SyncConnection(to: address, venue: "main", token: token)
        try expectEqual(host.add("Cy")["number"], 3)
        // An earlier mutation's answer is lost, so its id is refused and the mutation not carried
        // out again.
        let again = try host.ask("call-1", "waitlist.call_next")
        expectEqual(again["code"], "id_reused")
    }

    /// Makes a venue, in this test's folder, whose notices mention reference data.
    private func makeVenue(withNoticesOf contents: [ReferenceContent]) throws -> Store {
        let store = try Store(folder: folder, creating: true)
        var rest = contents[...]
        _ = try store.makeVenue(
            slug: "main", name: "", timeZone: "UTC", settings: ["labels": "full"],
            createdAt: WallClock.now
        ) {
            guard let content = rest.popFirst() else { return nil as JournalEntry? }
            let rev = contents.count - rest.count
            var decision = Decision(
                kind: "posted", subject: "n_\(rev)", data: ["text": "Hello", "level": "info"])
            decision.keep(ReferenceChange(name: "map", content: content))
            return JournalEntry(
                event: Event(
                    rev: rev, at: WallClock.now, board: "notice", kind: decision.kind,
                    subject: decision.subject, data: decision.data, actor: "host:d_1",
                    mutationID: nil),
                fingerprint: nil, reference: decision.reference)
        }
        return store
    }

    @Test func `exports and imports reference data with the event that kept it`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (old, new) = (
            try ReferenceContent([1]), try ReferenceContent(Array(repeating: 7, count: 2_000_000))
        )
        _ = try makeVenue(withNoticesOf: [old, new])
        let lines = try exported(folder)
        #expect(lines.count > 2_666_666)
        try FileManager.default.removeItem(atPath: folder)
        try expectEqual(imported(lines, portion: 65_536), 2)
        let store = try Store(folder: folder, creating: false)
        try expectEqual(store.reference(new.digest, ofBoard: "notice", in: "main"), new)
        try expectNil(store.reference(old.digest, ofBoard: "notice", in: "main"))
        #expect(try store.verify().allSatisfy(\.verdict.faults.isEmpty))
    }

    @Test(arguments: [
        ("\"content\":\"AQ==\"", "\"content\":\"Ag==\"", "does not match the digest"),
        ("\"content\":\"AQ==\"", "\"content\":\"?\"", "does not match the digest"),
        ("\"content\":\"AQ==\",", "", "its content is missing"),
    ])
    func `reports damaged or missing reference data by its line`(
        text: String, change: String, reason: String
    ) throws {
        _ = try makeVenue(withNoticesOf: [try ReferenceContent([1])])
        let lines = String(decoding: try exported(folder), as: UTF8.self)
        try FileManager.default.removeItem(atPath: folder)
        #expect(lines.contains(text))
        let refusal = refusal(Array(lines.replacing(text, with: change).utf8))
        #expect(refusal.hasPrefix("Line 1 can't be imported: "), "\(refusal)")
        #expect(refusal.contains(reason), "\(refusal)")
    }

    @Test func `exports page by page, and stops when the reader does`() throws {
        let store = try Store(folder: folder, creating: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var rev = 0
        _ = try store.makeVenue(
            slug: "main", name: "", timeZone: "UTC", settings: ["labels": "full"],
            createdAt: WallClock.now
        ) {
            rev += 1
            guard rev <= 1_700 else { return nil as JournalEntry? }
            return JournalEntry(
                event: Event(
                    rev: rev, at: WallClock.now, board: "notice", kind: "cleared", subject: "n_1",
                    data: [:], actor: "clock", mutationID: nil), fingerprint: nil)
        }
        var pages: [Int] = []
        let export = try JournalExport(SQLiteFolder(folder), venue: "main")
        let count = try export.run { lines in
            pages.append(lines.count { $0 == UInt8(ascii: "\n") })
            return true
        }
        expectEqual(count, 1_700)
        expectEqual(pages, [1_000, 700])
        try expectEqual(export.run { _ in false }, 0)
        #expect(throws: HubError.self) {
            try export.run { _ throws(HubError) in throw HubError("no room") }
        }
    }

    @Test func `writes a file completely, and replaces one only on request`() throws {
        try fillHub()
        let path = LiveHub.newFolder()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let export = try JournalExport(SQLiteFolder(hub.dataFolder), venue: "main")
        let ownFile = hub.dataFolder + "/tablecast.sqlite"
        #expect(throws: HubError.self) { try export.run(into: ownFile, replacing: true) }
        try expectEqual(export.run(into: path, replacing: false), 5)
        try expectEqual(
            Array(Data(contentsOf: URL(fileURLWithPath: path))), exported(hub.dataFolder))
        #expect(throws: HubError.self) { try export.run(into: path, replacing: false) }
        try expectEqual(export.run(into: path, replacing: true), 5)
    }

    @Test func `refuses a venue without a name`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var settings = Self.settings
        for name in ["", " ", "a\u{7}", String(repeating: "n", count: 81)] {
            settings.name = name
            #expect(throws: HubError.self) { try imported([], as: settings) }
        }
    }

    @Test func `an empty journal makes an empty venue`() throws {
        #expect(try exported(hub.dataFolder).isEmpty)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try expectEqual(imported([]), 0)
        try expectEqual(imported(Array("\n\r\n".utf8), as: .other), 0)
    }

    /// A valid line with changes.
    private static func line(_ rev: Int, _ changes: [String: JSON?] = [:]) -> [UInt8] {
        let event = Event(
            rev: rev, at: Instant(milliseconds: 1_795_111_445_000 + Int64(rev)), board: "notice",
            kind: "posted", subject: "n_\(rev)", data: ["text": "Secret", "level": "info"],
            actor: "host:d_1",
            mutationID: "m-\(rev)")
        var members = event.cloudEvent(venue: "main", epoch: "e").members ?? [:]
        for (name, value) in changes { members[name] = value }
        return JSON.object(members).canonical + [UInt8(ascii: "\n")]
    }

    @Test(
        arguments: [
            (["rev": 4, "id": "e:4"], "it is revision 4, where 3 is due"),
            (["rev": 2, "id": "e:2"], "it is revision 2, where 3 is due"),
            (["rev": nil], "it has no rev"), (["rev": 0], "it has no rev"),
            (["rev": 3.5], "it has no rev"), (["id": nil], "its id is not <epoch>:3"),
            (["id": "e:33"], "its id is not"), (["id": ":3"], "its id is not"),
            (["source": nil], "it has no source"), (["id": "f:3"], "of another journal"),
            (["source": "/v1/bar"], "of another journal"),
            (["time": "yesterday"], "its time is malformed"),
            (["time": "2001-01-01T00:00:00Z"], "its time is before"), (["time": nil], "its time"),
            (["board": "pinball", "type": "tablecast.pinball.tilted"], "knows no board"),
            (["board": nil], "its type is not"), (["type": "tablecast.notice."], "its type is not"),
            (["type": "tablecast.waitlist.added"], "its type is not"),
            (["subject": nil], "no subject"), (["actor": 7], "no actor"),
            (["data": []], "not an object"),
            (["data": nil], "not an object"),
            (["mutationid": "a b"], "its mutationid is malformed"),
            (["mutationid": JSON.null], "its mutationid is malformed"),
            (["mutationid": "m-2"], "is in an earlier line"),
            (["data": ["party": ["phone": "•••"]]], "masked"),
            (["actor": "host d_1"], "its actor is malformed"),
            (["actor": .string(String(repeating: "x", count: 5_000))], "its actor is malformed"),
            (["data": ["text": "", "level": "info"]], "its text is invalid"),
            (["data": [:]], "it can't have happened"), (["subject": "n_1"], "can't have happened"),
            (["type": "tablecast.notice.exploded"], "it can't have happened"),
            (["type": "tablecast.notice.cleared", "subject": "n_4"], "it can't have happened"),
        ] as [([String: JSON?], String)])
    func `reports a faulty line by its number, and imports nothing`(
        changes: [String: JSON?], reason: String
    ) {
        let refusal = refusal(
            Self.line(1) + Self.line(2) + Self.line(3, changes) + Self.line(4))
        #expect(refusal.hasPrefix("Line 3 can't be imported: "), "\(refusal)")
        #expect(refusal.contains(reason), "\(refusal)")
        #expect(refusal.contains("tablecast export"))
        #expect(!refusal.contains("Secret"))
    }

    @Test(
        arguments: [
            ("size", -5), ("size", 1e21), ("size", 2.5), ("phone", "•••23"), ("name", ""),
            ("notes", 7), ("tags", [""]),
        ] as [(String, JSON)])
    func `reports an impossible party`(member: String, value: JSON) {
        var party: [String: JSON] = [
            "number": 1, "rank": "11", "name": "Ada", "size": 2, "status": "waiting",
            "arrivedAt": "2026-11-21T19:00:00.000Z",
        ]
        let changes: [String: JSON?] = [
            "board": "waitlist", "type": "tablecast.waitlist.added", "subject": "p_1",
            "data": .object(party),
        ]
        expectEqual(refusal(Self.line(1, changes)), "it was imported")
        party[member] = value
        let spoilt = changes.merging(["data": .object(party)]) { $1 }
        #expect(
            refusal(Self.line(1, spoilt)).contains(
                "Line 1 can't be imported: its \(member) is invalid"))
    }

    @Test func `imports an engineer's export on request, and keeps it masked`() throws {
        let host = try hub.connect(.host)
        let ada = try host.ask(
            "a", "waitlist.add",
            ["name": "Ada", "size": 2, "phone": "+12015550123", "notes": "Window"])
        let party = ada["result"]?["party"] ?? .null
        _ = try host.ask("b", "waitlist.edit", ["party": party, "phone": "+12015550199"])
        let before = try hub.get("/v1/main/views/waitlist/host", as: .engineer).json
        let saved = try RawEventStream(hub, .engineer, "?until=2").rest()
            .flatMap { $0.canonical + [UInt8(ascii: "\n")] }
        #expect(refusal(saved).contains("--masked"))
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var settings = Self.settings
        settings.acceptsMasked = true
        try expectEqual(imported(saved, as: settings), 2)
        let other = try Hub(LiveHub.options(dataFolder: folder), logger: LiveHub.logger)
        defer { other.stop() }
        let token = try Administration(SQLiteFolder(folder))
            .makeToken(role: .engineer, name: nil, venue: "main")
        let address = try HubAddress("http://127.0.0.1:\(other.port)")
        let after = try HTTPClient(address, token: token).view("waitlist/host", venue: "main")
        expectEqual(after["hash"], before?["hash"])
    }

    @Test(arguments: ["{", "[]", "null", "\u{0}", "{\"a\":1,\"a\":2}", "Secret", "{}"])
    func `reports a line that is no event`(text: String) {
        let refusal = refusal(Self.line(1) + Array((text + "\r\n").utf8) + Self.line(2))
        #expect(refusal.hasPrefix("Line 2 can't be imported: it "), "\(refusal)")
        #expect(!refusal.contains("Secret"))
        // The same file without a line end.
        #expect(self.refusal(Self.line(1) + Array(text.utf8)).hasPrefix("Line 2 can't"))
    }

    @Test func `refuses an endless line`() throws {
        var given = 0
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect {
            try JournalImport(SQLiteFolder(folder), boards: .shipped).run(Self.settings) {
                given += 1
                return [UInt8](repeating: UInt8(ascii: " "), count: 65_536)
            }
        } throws: { "\($0)".contains("Line 1 can't be imported: it is longer than any event") }
        #expect(given < 20)
    }

    @Test func `refuses to import while a hub runs, or over an existing venue`() throws {
        #expect {
            try JournalImport(SQLiteFolder(hub.dataFolder), boards: .shipped)
        } throws: { "\($0)".contains("Stop it first") }
        hub.stop()
        #expect {
            try JournalImport(SQLiteFolder(hub.dataFolder), boards: .shipped).run(Self.settings) {
                []
            }
        } throws: { "\($0)".contains("There is a venue main") }
        #expect {
            try JournalExport(SQLiteFolder(hub.dataFolder), venue: "bar")
        } throws: { "\($0)".contains("There is no venue bar") }
    }
}

extension JournalImport.VenueSettings {
    fileprivate static let other = JournalImport.VenueSettings(
        slug: "other", name: "Other", timeZone: "UTC", labels: .full)
}
