import Sync

@testable import Store

/// A journal and who may come in, of one kind: whatever is one passes the contracts' tests.
protocol Engine: AnyObject, Sendable {
    var journal: any Journal { get }
    var identity: any Identity { get }
    /// Makes it anew with the venues `main` and `terrace`.
    init() throws
    /// What another hub, or a command, would see.
    func another() throws -> (journal: any Journal, identity: any Identity)
}

/// The kinds that there are.
enum EngineKind: CaseIterable {
    case sqlite

    func make() throws -> any Engine {
        switch self {
        case .sqlite: try SQLiteEngine()
        }
    }
}

private final class SQLiteEngine: Engine, @unchecked Sendable {
    // Unchecked: the scene only keeps the folder.
    private let scene = Scene()
    private let stored: (journal: StoredJournal, identity: StoredIdentity)
    var journal: any Journal { stored.journal }
    var identity: any Identity { stored.identity }

    init() throws {
        let store = try scene.makeStore()
        stored = (StoredJournal(store) { _ in }, StoredIdentity(store))
    }

    deinit {
        stored.identity.finish()
        stored.journal.finish()
    }

    func another() throws -> (journal: any Journal, identity: any Identity) {
        let store = try Store(folder: scene.folder, creating: false)
        return (StoredJournal(answeringAtOnce: store), StoredIdentity(store))
    }
}

/// Asks, and suspends until the answer is there.
func answer<Value: Sendable, Failure: Error>(
    _ ask: (@escaping @Sendable (Result<Value, Failure>) -> Void) -> Void
) async throws -> Value {
    try await withCheckedContinuation { continuation in
        ask { continuation.resume(returning: $0) }
    }.get()
}
