import GRDB

/// SQLite's write lock on a data folder, held as by another command.
final class WriteLock {
    private let database: DatabaseQueue

    init(_ dataFolder: String) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(10)
        database = try DatabaseQueue(
            path: dataFolder + "/tablecast.sqlite", configuration: configuration)
        try database.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func release() throws {
        try database.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }
}
