import PostgresServer
import Storage
import Testing

@testable import PostgresStorage

/// Databases that a hub refuses, and what it says.
@Suite struct PostgresOpeningTests {
    private func refusal(_ address: String, creating: Bool = true) throws -> String {
        let place = PostgresPlace(try PostgresAddress(address), folder: "/nowhere", hub: "here")
        let error = #expect(throws: StoreError.self) { _ = try place.open(creating: creating) }
        return error?.description ?? ""
    }

    @Test func `makes no tables for a command`() throws {
        let address = try PostgresServer.shared().makeSchema()
        #expect(try refusal(address, creating: false).contains("There is no journal"))
    }

    @Test func `refuses a journal of another version`() throws {
        let server = try PostgresServer.shared()
        let address = try server.makeSchema()
        let place = PostgresPlace(try PostgresAddress(address), folder: "/nowhere", hub: "here")
        _ = try place.open(creating: true)
        try server.run("UPDATE meta SET version = 9", at: address)
        #expect(try refusal(address).contains("a later version of Tablecast (format 9"))
    }

    @Test func `refuses another program's tables`() throws {
        let server = try PostgresServer.shared()
        let address = try server.makeSchema()
        try server.run("CREATE TABLE guest (id int)", at: address)
        #expect(try refusal(address).contains("another program's tables"))
    }

    @Test func `refuses commits that are not durable`() throws {
        let address = try PostgresServer.shared().makeSchema()
        let careless = address + "%20-csynchronous_commit%3Doff"
        #expect(try refusal(careless).contains("because synchronous_commit is off. Set it to on"))
    }

    @Test func `refuses a database that is not in UTF-8`() throws {
        let server = try PostgresServer.shared()
        try server.run(
            "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        let address = server.address.replacing("/postgres", with: "/latin")
        #expect(try refusal(address).contains("encoded in LATIN1. Make one in UTF8"))
    }

    @Test func `says what a user without rights needs`() throws {
        let server = try PostgresServer.shared()
        try server.run("CREATE ROLE waiter LOGIN")
        let address = try server.makeSchema().replacing("tablecast@", with: "waiter@")
        let text = try refusal(address)
        #expect(text.contains("may not do what a hub needs") && text.contains("grant CREATE"))
    }

    @Test func `says that nobody answers`() {
        let text = try? refusal("postgres://ada@127.0.0.1:1/hub")
        #expect(text?.contains("PostgreSQL at 127.0.0.1/hub can't be used") == true)
    }

    @Test func `two hubs that open an empty database at once make its tables once`() async throws {
        let address = try PostgresAddress(PostgresServer.shared().makeSchema())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...4 {
                group.addTask {
                    let place = PostgresPlace(address, folder: "/nowhere", hub: "\(number)")
                    _ = try place.open(creating: true)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: [
        ("on", "", Durability.disk), ("local", "a", .disk), ("remote_write", "a", .disk),
        ("on", "a", .replicated), ("remote_apply", "ANY 1 (a, b)", .replicated),
    ])
    func `a commit is worth what its settings say`(
        commits: String, standbys: String, durability: Durability
    ) {
        let settings = CommitSettings(commits: commits, standbys: standbys, flushes: true)
        #expect(settings.durability == durability)
    }

    @Test func `says which server it uses`() throws {
        let server = try PostgresServer.shared()
        let place = PostgresPlace(
            try PostgresAddress(server.makeSchema()), folder: "/nowhere", hub: "here")
        let storage = try place.open(creating: true)
        #expect(storage.engine == "postgres" && storage.durability == .disk)
        #expect(storage.release.hasPrefix("PostgreSQL at 127.0.0.1/postgres, version 1"))
    }
}
