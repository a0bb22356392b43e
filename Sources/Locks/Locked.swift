import CPlatform
import Glibc

/// A value that is protected by a mutex.
///
/// The mutex is a pthread mutex, because the thread sanitizer reports false races for
/// `Synchronization.Mutex`.
///
/// `@unchecked Sendable`: `value` is used only in `with`, which holds the mutex.
package final class Locked<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        mutex.initialize(to: pthread_mutex_t())
        let result = pthread_mutex_init(mutex, nil)
        precondition(result == 0, "a mutex can't be made")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func with<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}

/// Guards calls that wait for SQLite or the file system.
package enum BlockingCall {
    /// Stops a debug build if an event loop is about to wait for the disk, and with it everybody
    /// who is connected to that loop. Costs nothing in a release build.
    package static func begin() {
        assert(platform_is_loop_thread() == 0, "an event loop must not wait for the disk")
    }
}
