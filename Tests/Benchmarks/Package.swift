// swift-tools-version: 6.2
import PackageDescription

/// A separate package, so that the peers compared with the hub are not dependencies of the hub.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
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
        // The memory that the libraries keep for a connection.
        .executableTarget(
            name: "library-memory",
            cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra"])],
            linkerSettings: [
                .linkedLibrary("ssl"), .linkedLibrary("crypto"), .linkedLibrary("z"),
            ]),
        .executableTarget(
            name: "nio-peer",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ]),
        .executableTarget(name: "flyingfox-peer", dependencies: ["FlyingFox"]),
    ]
)
