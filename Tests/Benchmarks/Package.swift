// swift-tools-version: 6.2
import PackageDescription

/// A separate package: the peer compared with the hub, and the programs that make its load.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    targets: [
        // The load: one publisher and many subscribers.
        .executableTarget(name: "fanout", cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra"])]),
        // The load of many hosts.
        .executableTarget(
            name: "mutations", cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra"])]),
        // Screens that reconnect after the hub went away.
        .executableTarget(
            name: "reconnecting", cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra"])]),
        // The speed of an empty server.
        .executableTarget(name: "plain-c", cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra"])]),
    ]
)
