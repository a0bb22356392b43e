import Storage
import Testing

@testable import PostgresStorage

@Suite struct PostgresAddressTests {
    @Test func `an address for messages names no user and no option`() throws {
        let address = try PostgresAddress("postgres://ada@db.example:5433/hub?sslmode=require")
        #expect("\(address)" == "PostgreSQL at db.example/hub")
    }

    @Test(arguments: [
        "postgres://ada:secret@db.example/hub", "postgresql://db.example/hub?password=secret",
    ])
    func `refuses a password without repeating it`(text: String) {
        let error = #expect(throws: StoreError.self) { _ = try PostgresAddress(text) }
        #expect(error?.description.contains("PGPASSFILE") == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test(arguments: ["", "db.example", "mysql://db.example/hub", "postgres://[/hub"])
    func `refuses another address`(text: String) {
        let error = #expect(throws: StoreError.self) { _ = try PostgresAddress(text) }
        #expect(error?.description.contains("An example is") == true)
    }
}
