import Dispatch

/// Reads an engine for event loops, which must not wait for a disk. Runs one call after the other,
/// on a separate thread.
package final class StorageReader: Sendable {
    private let storage: any HubStorage
    private let queue: DispatchQueue

    package init(_ storage: any HubStorage, label: String) {
        self.storage = storage
        queue = DispatchQueue(label: label)
    }

    /// Calls `read` on another thread, and then `answer` with the result.
    package func read<Value: Sendable>(
        _ read: @escaping @Sendable (any HubStorage) throws(StoreError) -> Value,
        answer: @escaping StoreAnswer<Value>
    ) {
        perform { storage in answer(Result { () throws(StoreError) in try read(storage) }) }
    }

    /// Calls `body` on another thread.
    package func perform(_ body: @escaping @Sendable (any HubStorage) -> Void) {
        queue.async { [storage] in body(storage) }
    }

    /// Waits until all calls are answered. Then another hub can use the engine.
    package func finish() { queue.sync {} }
}
