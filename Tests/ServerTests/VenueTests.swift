import BoardKit
import Client
import GRDB
import JSON
import Operations
import Storage
import Sync
import Terminal
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import Server

/// Many venues in one hub, each with its own parties, screens and order.
@Suite struct VenueTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub(loopCount: 2) }

    private func connect(_ venue: String, _ role: Role = .host) throws -> SyncConnection {
        try SyncConnection(to: hub.address, venue: venue, token: hub.token(role, venue: venue))
    }

    @Test func `serves a venue added beside the running hub at once`() throws {
        let early = try hub.get("/v1/annex/views/notice/display", as: .owner)
        expectEqual(early.status, 403)
        for slug in ["annex", "bar", "garden", "roof"] { try hub.makeVenue(slug) }
        for slug in ["annex", "bar", "garden", "roof"] {
            let connection = try connect(slug)
            try expectEqual(connection.next("welcome")["venue"]?.text, slug)
            try expectEqual(connection.add("Ada")["number"]?.integer, 1)
            try expectEqual(hub.journal(of: slug).count, 1)
        }
        #expect(try hub.journal(of: "main").isEmpty)
    }

    @Test func `refuses a token of one venue in another`() throws {
        try hub.makeVenue("annex")
        let token = try hub.token(.host, venue: "annex")
        let fields = ["Authorization": "Bearer \(token)"]
        try expectEqual(hub.get("/v1/annex/views/waitlist/host", as: nil, fields).status, 200)
        try expectEqual(hub.get("/v1/main/views/waitlist/host", as: nil, fields).status, 403)
        try expectEqual(hub.get("/v1/nowhere/views/waitlist/host", as: nil, fields).status, 403)
    }

    @Test func `a link leads to the page of its own venue`() throws {
        try hub.makeVenue("annex")
        let link = try hub.link(.host, venue: "annex")
        let answer = try hub.get(link)
        expectEqual(answer["location"], "/host?venue=annex")
        let cookie = try #require(answer["set-cookie"]?.split(separator: ";").first)
        let fields = ["Cookie": String(cookie)]
        let page = try hub.get("/host?venue=annex", as: nil, fields)
        expectEqual(page.status, 200)
        let told = try hub.document(of: "/host?venue=annex", fields)
        expectEqual(told.json?["venue"], "annex")
        try expectEqual(hub.get("/host", as: nil, fields).status, 401)
        // The link is followed by the signed-in browser and by another one.
        try expectEqual(hub.get(link, as: nil, fields)["location"], "/host?venue=annex")
        let stranger = try hub.get(link)
        expectEqual(stranger.status, 410)
        #expect(stranger.text.contains("tablecast link --venue annex --role host"))
    }

    @Test func `a ticket leads to the page of its own venue`() throws {
        try hub.makeVenue("annex")
        let ticket = try #require(try connect("annex").add("Ada")["ticket"]?.text)
        let answer = try hub.get("/t/\(ticket)")
        expectEqual(answer.status, 200)
        let cookie = try #require(answer["set-cookie"]?.split(separator: ";").first)
        let led = try hub.get("/guest?venue=annex", as: nil, ["Cookie": String(cookie)])
        expectEqual(led["location"], "/t/\(ticket)")
        let told = try hub.document(of: "/t/\(ticket)")
        expectEqual(told.status, 200)
        #expect(told.text.contains("Ada"))
        let elsewhere = ticket.replacing("annex.", with: "main.")
        try expectEqual(hub.get("/t/\(elsewhere)").status, 404)
        try expectEqual(hub.get("/t/\(ticket.replacing("annex.", with: "nowhere."))").status, 404)
    }

    @Test func `a venue with an unreadable journal does not affect others`() throws {
        try hub.makeVenue("annex")
        try connect("annex").add("Ada")
        hub.stop()
        try Store(folder: hub.dataFolder, creating: false).write { db in
            try db.execute(sql: "DROP TRIGGER event_is_not_changed")
            try db.execute(sql: "UPDATE event SET data = 'no JSON'")
        }
        try hub.start()
        // The second time, the journal is not even read.
        for _ in 0..<2 {
            let answer = try hub.get(
                "/v1/annex/views/waitlist/host", as: nil,
                ["Authorization": "Bearer \(hub.token(.host, venue: "annex"))"])
            expectEqual(answer.status, 503)
            expectEqual(answer["retry-after"], "5")
            #expect(answer.isProblem)
        }
        try expectEqual(hub.connect(.host).add("Ben")["number"]?.integer, 1)
    }

    @Test func `a slug is unique, and a name is validated`() throws {
        let taken = #expect(throws: HubError.self) { try hub.makeVenue("main") }
        expectEqual(taken?.description.contains("main in the data folder already"), true)
        for name in ["", " \n", "a\u{7}b", String(repeating: "a", count: 81)] {
            let error = #expect(throws: HubError.self) {
                try Administration(SQLiteFolder(hub.dataFolder))
                    .addVenue("annex", name: name, timeZone: "UTC", labels: .full)
            }
            expectEqual(error?.description.contains("1 to 80 characters"), true)
        }
        try Administration(SQLiteFolder(hub.dataFolder))
            .addVenue("annex", name: "  The\u{20}\nAnnex ", timeZone: "Asia/Tokyo", labels: .number)
        let venues = try Administration(SQLiteFolder(hub.dataFolder)).venues()
        expectEqual(venues.map(\.record.slug), ["main", "annex"])
        expectEqual(venues.map(\.record.name), ["Trattoria", "The Annex"])
        expectEqual(venues[1].record.timeZone, "Asia/Tokyo")
        expectEqual(
            venues[1].record.settings,
            ["labels": "number", "languages": ["en", "de", "fr", "es", "it"]])
        expectEqual(venues.map(\.lastRev), [0, 0])
    }
}
