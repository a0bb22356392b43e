import CPlatform

/// For whatever waits for the file system.
enum BlockingCall {
    /// Stops a debug build in which an event loop would wait for the disk, and with it everybody who
    /// is connected to that loop. Costs nothing in a release build.
    @inline(__always)
    static func begin() {
        assert(platform_is_loop_thread() == 0, "an event loop must not wait for the disk")
    }
}
