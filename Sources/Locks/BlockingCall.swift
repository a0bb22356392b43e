import CPlatform

/// Guards calls that wait for SQLite or the file system.
package enum BlockingCall {
    /// Stops a debug build if an event loop is about to wait for the disk, which would delay all of
    /// the loop's connections. Costs nothing in a release build.
    package static func begin() {
        assert(platform_is_loop_thread() == 0, "an event loop must not wait for the disk")
    }
}
