import Foundation
import JSON
import MemoryStorage
import PostgresServer
import SQLiteStorage
import Storage
import Sync

#if Cluster
    import PostgresStorage
#endif

/// An engine in the form that the contract's tests use.
final class Engine: Sendable {
    /// The storage that a hub has opened.
    let storage: any HubStorage
    let journal: any Journal
    private let place: any StoragePlace

    /// Opens a new engine with the venues `main` and `terrace`.
    fileprivate init(_ place: any StoragePlace) throws {
        self.place = place
        storage = try place.open(creating: true)
        for slug in ["main", "terrace"] {
            _ = try storage.makeVenue(
                slug: slug, name: "Trattoria", timeZone: "Europe/Rome",
                settings: ["labels": "first_initial"], now: Sample.now)
        }
        journal = storage.openJournal { _ in }
    }

    deinit {
        journal.stop()
        journal.awaitAnswers()
        try? FileManager.default.removeItem(atPath: place.folder)
    }

    /// Opens the storage as another hub, or a command, would.
    func another() throws -> any HubStorage { try place.open(creating: false) }

    func keep(_ batch: JournalBatch) async throws {
        try await answer { journal.append(batch, completion: $0) }
    }
}

/// The existing engines. Each passes all tests of this folder.
enum EngineKind: CaseIterable {
    case sqlite
    case memory
    #if Cluster
        case postgres
    #endif

    func make() throws -> Engine {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tablecast-\(UUID().uuidString)").path
        return switch self {
        case .sqlite: try Engine(SQLiteFolder(folder))
        case .memory: try Engine(MemoryPlace(MemoryDisk(), folder: folder))
        #if Cluster
            case .postgres: try Engine(Self.postgres(folder))
        #endif
        }
    }
}

#if Cluster
    extension EngineKind {
        /// A schema of its own in the server's database.
        private static func postgres(_ folder: String) throws -> PostgresPlace {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let address = try PostgresAddress(PostgresServer.shared().makeSchema())
            return PostgresPlace(address, folder: folder, hub: "here", lease: .seconds(2))
        }
    }
#endif

/// Makes a call, and suspends until the answer arrives.
func answer<Value: Sendable, Failure: Error>(
    _ ask: (@escaping @Sendable (Result<Value, Failure>) -> Void) -> Void
) async throws -> Value {
    try await withCheckedContinuation { continuation in
        ask { continuation.resume(returning: $0) }
    }.get()
}
