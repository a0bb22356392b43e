// swift-tools-version: 6.2
import PackageDescription

/// The target graph is the architecture: a room imports what its line below names, and nothing
/// else. `Tests/Checks/test_rooms.py` sees to it.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

/// Has the C library check sizes, which needs the optimizer. `bin/flags` has what else guards C code.
let hardened: [CSetting] = [
    .define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release))
]

/// - Parameter texts: files of the room's folder that are a part of the program.
func room(_ name: String, _ dependencies: [Target.Dependency], texts: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, resources: texts.map { .embedInCode($0) },
        swiftSettings: strict)
}

/// The rules of a board, in its folder of `Sources/Boards`.
func board(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    let board = room("\(name)Board", ["BoardKit"] + dependencies)
    board.path = "Sources/Boards/\(name)"
    return board
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        swiftSettings: strict
    )
}

/// Engines that a build without the trait `Cluster` leaves out.
let clustered: [Target.Dependency] = [
    .byName(name: "PostgresStorage", condition: .when(traits: ["Cluster"]))
]

let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let deque: Target.Dependency = .product(name: "DequeModule", package: "swift-collections")
let ordered: Target.Dependency = .product(
    name: "OrderedCollections", package: "swift-collections")
let sqlite: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqliteInC: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let arguments: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "tablecast",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "tablecast", targets: ["tablecast"]),
        .executable(name: "websocket-echo", targets: ["websocket-echo"]),
    ],
    traits: [
        .trait(
            name: "Cluster",
            description: "Engines for more than one machine. Needs PostgreSQL's client library."),
        .default(enabledTraits: ["Cluster"]),
    ],
    // Each is pinned to one version, and none of them depends on another package, so every build
    // is made of the same sources.
    dependencies: [
        // The vocabulary of HTTP: methods, fields and statuses that can't hold an illegal value.
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        // The journal's disk: SQLite with prepared statements, migrations and clear errors.
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        // The commands' options, their help texts and their messages for what was mistyped.
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        // Logging that whoever runs the hub can redirect.
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        // `Deque`: queues that give from the front what was put in at the back, at constant cost.
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    ],
    targets: [
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .target(
            name: "CPlatform", dependencies: ["COpenSSL", "CZlib"],
            cSettings: hardened),

        // The system's expat, which reads XML, behind one function.
        .target(
            name: "CExpat", cSettings: hardened,
            linkerSettings: [.linkedLibrary("expat")]),

        // The system's libcurl, behind one function.
        .target(
            name: "COutgoing", cSettings: hardened,
            linkerSettings: [.linkedLibrary("curl")]),

        room("PeerText", []),
        room("JSON", ["PeerText"]),
        room("URIText", ["PeerText"]),
        room("PeerNumbers", []),
        room("CivilDates", ["PeerNumbers"]),
        room("Locks", ["CPlatform"]),
        room("Time", []),
        room("HTTP", ["CivilDates", "PeerNumbers", "PeerText", "URIText", httpTypes]),
        room("WebSocket", ["CPlatform", httpTypes]),
        room("Transport", ["CPlatform", "Locks", "Time", deque]),
        room("Certificates", ["CPlatform", "Transport"]),
        room("QRCode", ["CQRencode"]),
        room("Mazes", ["CPlatform"]),
        room("Destinations", ["CivilDates", "PeerNumbers", "Time", httpTypes]),
        room("Mail", ["CivilDates"]),
        room(
            "ICalendar", ["CivilDates", "Locks", "PeerNumbers", "PeerText"],
            texts: ["Zones/WindowsZones.txt"]),
        room("Outgoing", ["COutgoing", "Destinations", "PeerText", "Transport", httpTypes]),
        room("CalendarMerging", ["ICalendar"]),
        room(
            "CalendarSync",
            [
                "CalendarMerging", "CExpat", "CPlatform", "Destinations", "ICalendar", "JSON",
                "Locks", "PeerNumbers", "PeerText", "URIText", httpTypes,
            ]),
        room("PlaceValues", ["JSON", "PeerNumbers"]),
        room(
            "PlaceSources",
            [
                "Destinations", "JSON", "Locks", "PeerNumbers", "PlaceValues", "URIText", "Time",
                httpTypes,
            ]),
        room("MazeExploring", ["Destinations", "JSON", "Mazes", deque]),
        room(
            "MazeFetching",
            [
                "Destinations", "JSON", "Locks", "MazeExploring", "Mazes", "Outgoing", "URIText",
                "Time", httpTypes,
            ]),
        room("Sync", ["CivilDates", "CZlib", "JSON", "URIText", deque, ordered]),
        // What boards are made of.
        room(
            "BoardKit", ["Destinations", "JSON", "Sync", "URIText", deque],
            texts: ["Description/asyncapi.yaml", "Description/openapi.yaml"]),
        board("House", ["Destinations", "JSON", "Mail", "PeerText", "Sync"]),
        board("Waitlist", ["HouseBoard", "JSON", "PeerText", "Sync"]),
        board("Notice", ["JSON", "Sync"]),
        board("Orders", ["HouseBoard", "JSON", "PeerText", "Sync", "WaitlistBoard", deque]),
        board(
            "Planner",
            [
                "CalendarMerging", "Destinations", "HouseBoard", "ICalendar", "JSON", "Locks",
                "Sync", "URIText", "WaitlistBoard",
            ]),
        board(
            "Nearby",
            [
                "Destinations", "HouseBoard", "JSON", "Locks", "Mail", "PeerText", "PlaceValues",
                "Sync", "URIText", "WaitlistBoard",
            ]),
        board(
            "Maze",
            [
                "HouseBoard", "JSON", "Locks", "MazeExploring", "Mazes", "PeerNumbers", "Sync",
                "WaitlistBoard", deque,
            ]),
        // The boards of this program.
        room(
            "ShippedBoards",
            [
                "BoardKit", "HouseBoard", "MazeBoard", "NearbyBoard", "NoticeBoard", "OrdersBoard",
                "PlannerBoard", "WaitlistBoard",
            ]),
        // What every engine that keeps a hub's data has in common.
        room("Storage", ["JSON", "Locks", "Sync", "CPlatform"]),
        room(
            "SQLiteStorage",
            ["JSON", "Locks", "Storage", "Sync", "CPlatform", "Time", sqlite, sqliteInC]),
        room(
            "PostgresStorage",
            ["CPlatform", "CPostgres", "JSON", "Locks", "Storage", "Sync", "Time"]),
        room("Terminal", ["Locks", "Transport", logging]),
        room("Clocks", ["Locks", "Sync", "Time", logging]),
        room(
            "Limits",
            [
                "Clocks", "HTTP", "Locks", "WebSocket", "Transport", "Sync", "Terminal", "Time",
                deque,
            ]),
        room("Credentials", ["Storage", "Sync", "CPlatform"]),
        room("Screens", ["Clocks", "Credentials", "JSON", "Storage", "Sync", deque]),
        room("Metrics", ["Locks", "Screens", "Sync", "Transport", deque]),
        room(
            "Delivery",
            [
                "Clocks", "Credentials", "Destinations", "JSON", "Locks", "Metrics", "Screens",
                "Storage", "Sync", "Transport", "Time", deque, logging,
            ]),
        // What does the boards' work outside the hub.
        room(
            "Carriers",
            [
                "BoardKit", "CalendarMerging", "CalendarSync", "Delivery", "Destinations",
                "HouseBoard", "JSON", "Locks", "Mail", "MazeBoard", "MazeExploring", "MazeFetching",
                "Mazes", "NearbyBoard", "PlaceSources", "PlaceValues", "PlannerBoard", "Sync",
            ]),
        room(
            "Operations",
            [
                "BoardKit", "Clocks", "JSON", "Limits", "Storage", "Sync", "Terminal", "Transport",
                "CPlatform",
            ]),
        room(
            "SignIn",
            ["Clocks", "Credentials", "Limits", "Locks", "Storage", "Sync", "Transport", deque]),
        room(
            "Gateway",
            [
                "Clocks", "Credentials", "HTTP", "JSON", "Limits", "Locks", "Metrics", "Storage",
                "Sync", "Transport", "URIText", httpTypes,
            ]),
        room(
            "Pages",
            [
                "HouseBoard", "BoardKit", "CPlatform", "Credentials", "Gateway", "HTTP", "JSON",
                "Locks", "Sync", "Terminal", "Transport", "Time", httpTypes,
            ]),
        room(
            "Venues",
            [
                "HouseBoard", "BoardKit", "Clocks", "CPlatform", "Credentials", "Delivery", "JSON",
                "Locks", "Metrics", "Screens", "SignIn", "Storage", "Sync", "Terminal", "Transport",
                "WebSocket", "Time", deque, logging,
            ]),
        room(
            "Server",
            [
                "HouseBoard", "BoardKit", "JSON", "HTTP", "Locks", "WebSocket", "Transport",
                "QRCode", "Sync", "Destinations", "Storage", "Terminal", "Clocks", "Limits",
                "Credentials", "Screens", "Metrics", "Delivery", "Operations", "SignIn", "Gateway",
                "Pages", "Venues", "Time", httpTypes, logging, deque,
            ]),
        room(
            "Client",
            [
                "JSON", "URIText", "HTTP", "WebSocket", "Transport", "Time", httpTypes,
            ]),
        room("Rehearsal", ["CivilDates", "Client", "JSON"]),
        .executableTarget(
            name: "tablecast",
            dependencies: [
                "BoardKit", "NearbyBoard", "OrdersBoard", "PlannerBoard", "ShippedBoards",
                "WaitlistBoard", "Carriers", "Server", "Client", "Delivery", "Rehearsal",
                "Certificates", "Destinations", "Outgoing", "CivilDates", "Clocks", "Sync",
                "Limits", "Operations", "QRCode", "SQLiteStorage", "Screens", "Storage", "Terminal",
                "JSON", "MazeExploring", "MazeFetching", "Mazes", "Time", "Transport", arguments,
                logging,
            ] + clustered,
            swiftSettings: strict
        ),

        // A server with nothing behind the wire, for the conformance suite and the benchmarks.
        .executableTarget(
            name: "websocket-echo",
            dependencies: ["HTTP", "Locks", "WebSocket", "Transport", httpTypes, arguments],
            path: "Tests/Conformance/Echo", swiftSettings: strict),

        // An engine that keeps a hub's data in memory, which passes the tests that SQLite passes.
        .target(
            name: "MemoryStorage", dependencies: ["JSON", "Locks", "Storage", "Sync"],
            path: "Tests/MemoryStorage", swiftSettings: strict),

        // A PostgreSQL server for the tests.
        .target(
            name: "PostgresServer", dependencies: ["CPostgres", "Locks"],
            path: "Tests/PostgresServer",
            swiftSettings: strict),

        // What tests of several rooms need.
        .target(
            name: "TestSupport", dependencies: ["JSON", "Locks", "Time", logging],
            path: "Tests/Support", swiftSettings: strict),

        // Hubs in one process for the tests in a browser, which set their clocks and break their
        // connections.
        .executableTarget(
            name: "stage",
            dependencies: [
                "BoardKit", "ShippedBoards", "Carriers", "Delivery", "JSON", "Limits", "Locks",
                "Operations", "Outgoing", "Pages", "SQLiteStorage", "Server", "Storage", "Sync",
                "Terminal", "TestSupport", "Time", "Transport", arguments, logging,
            ],
            path: "Tests/Stage", swiftSettings: strict),

        // What holds for any bytes; `bin/fuzz` has libFuzzer look for those for which it does not.
        .target(
            name: "FuzzOracles",
            dependencies: [
                "CalendarMerging", "CalendarSync", "Destinations", "ICalendar", "JSON", "HTTP",
                "PlaceSources", "PlaceValues", "WebSocket", "Sync", httpTypes,
            ],
            path: "Tests/Fuzz/Oracles", swiftSettings: strict),
        .executableTarget(
            name: "fuzzer", dependencies: ["FuzzOracles"], path: "Tests/Fuzz/Fuzzer",
            swiftSettings: strict),
        // The same with the boards that the hub ships, which take minutes to build.
        .target(
            name: "BoardOracles",
            dependencies: ["BoardKit", "NearbyBoard", "ShippedBoards", "JSON", "Sync"],
            path: "Tests/Fuzz/BoardOracles", swiftSettings: strict),
        .executableTarget(
            name: "board-fuzzer",
            dependencies: ["BoardKit", "ShippedBoards", "BoardOracles", "FuzzOracles", "Sync"],
            path: "Tests/Fuzz/BoardFuzzer", swiftSettings: strict),
        .testTarget(
            name: "FuzzTests", dependencies: ["FuzzOracles", "TestSupport"],
            swiftSettings: strict),

        // A screen's client of the sync protocol.
        .target(
            name: "ScreenClient", dependencies: ["Client", "JSON"], path: "Tests/ScreenClient",
            swiftSettings: strict),

        // A board that uses all that a board can have, others for the simulation, and what it shares
        // with the tests of the boards.
        .target(
            name: "TestBoards",
            dependencies: [
                "BoardKit", "MazeBoard", "WaitlistBoard", "JSON", "MazeExploring", "Mazes", "Sync",
                "TestSupport",
            ],
            path: "Tests/Boards", swiftSettings: strict),

        // Peers that mean ill, over real sockets, and good clients beside them: for the tests, and
        // for measuring what the good ones notice.
        .target(
            name: "HostilePeers",
            dependencies: [
                "Client", "JSON", "Locks", "ScreenClient", "WebSocket", "Transport", "CPlatform",
                "TestSupport", httpTypes,
            ],
            path: "Tests/Hostile/Peers", swiftSettings: strict),
        .executableTarget(
            name: "hostile-peers", dependencies: ["HostilePeers", "TestSupport", arguments],
            path: "Tests/Hostile/Measurement", swiftSettings: strict),
        .testTarget(
            name: "HostileTests",
            dependencies: ["HostilePeers", "Transport", "TestSupport"],
            swiftSettings: strict),

        // The program killed at random moments under load, over and over, and what must be true
        // afterwards: a few rounds in the tests, and any number by `crash-rounds`.
        .target(
            name: "CrashTrial",
            dependencies: [
                "CalendarPeers", "Client", "Destinations", "HostilePeers", "JSON", "Locks",
                "ScreenClient", "TestSupport", "Transport", httpTypes,
            ],
            path: "Tests/Crash/Trial", swiftSettings: strict),
        .executableTarget(
            name: "crash-rounds", dependencies: ["CrashTrial", "TestSupport", arguments],
            path: "Tests/Crash/Rounds", swiftSettings: strict),
        .testTarget(
            name: "CrashTests", dependencies: ["CrashTrial", "PostgresServer", "TestSupport"],
            swiftSettings: strict),

        // The commands as they are typed.
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "HostilePeers", "Certificates", "Client", "Delivery", "JSON", "ScreenClient",
                "Sync", "TestSupport", httpTypes,
            ],
            swiftSettings: strict),

        // A whole hub on evenings that are made up from a number each, where all goes wrong that can:
        // for the tests, and for as many evenings as one likes.
        .target(
            name: "Simulation",
            dependencies: [
                "WaitlistBoard", "BoardKit", "HouseBoard", "MazeBoard", "ShippedBoards", "Delivery",
                "JSON", "Mazes", "MemoryStorage", "ScreenClient", "Storage", "Sync", "TestBoards",
                "TestSupport",
            ],
            path: "Tests/Simulation/World", swiftSettings: strict),
        .executableTarget(
            name: "simulate", dependencies: ["Simulation", arguments],
            path: "Tests/Simulation/Command", swiftSettings: strict),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "WaitlistBoard", "BoardKit", "Simulation", "Delivery", "JSON", "Storage", "Sync",
                "TestSupport",
            ],
            swiftSettings: strict),

        // A journal of a million events, to measure what opening it takes.
        .executableTarget(
            name: "long-journal",
            dependencies: [
                "BoardKit", "ShippedBoards", "Clocks", "JSON", "SQLiteStorage", "Storage", "Sync",
                arguments,
            ],
            path: "Tests/Benchmarks/LongJournal", swiftSettings: strict),
        // Whether a mutation costs what it changes, or what there is.
        .executableTarget(
            name: "diff-cost",
            dependencies: [
                "WaitlistBoard", "BoardKit", "OrdersBoard", "ShippedBoards", "JSON", "Sync",
                arguments,
            ],
            path: "Tests/Benchmarks/DiffCost", swiftSettings: strict),

        // Calendar servers that run inside of the tests, with every fault that they can be asked for.
        .target(
            name: "CalendarPeers",
            dependencies: [
                "CPlatform", "Destinations", "ICalendar", "JSON", "Locks", "URIText", httpTypes,
            ],
            path: "Tests/CalendarPeers/Servers", swiftSettings: strict),
        // The Google server over sockets, for tests of the whole program.
        .executableTarget(
            name: "google-calendar",
            dependencies: [
                "CalendarPeers", "Destinations", "HTTP", "JSON", "Locks", "Outgoing", "Transport",
                httpTypes, arguments,
            ],
            path: "Tests/CalendarPeers/Command", swiftSettings: strict),

        // Reading XML, apart from the other tests of its room: it is what the address sanitizer looks at.
        .testTarget(name: "XMLTests", dependencies: ["CalendarSync"], swiftSettings: strict),

        .testTarget(name: "CPlatformTests", dependencies: ["CPlatform"], swiftSettings: strict),
        tests(of: "JSON"),
        tests(of: "URIText"),
        tests(of: "PeerNumbers"),
        tests(of: "PeerText"),
        tests(of: "CivilDates"),
        tests(of: "HTTP", [httpTypes]),
        tests(of: "WebSocket", [httpTypes]),
        tests(of: "Transport", ["Certificates", "Locks", "Time"]),
        tests(of: "Certificates", ["Locks", "Transport"]),
        tests(of: "QRCode"),
        tests(of: "Mazes", ["CPlatform"]),
        tests(of: "Destinations", ["JSON"]),
        tests(of: "Mail"),
        tests(of: "ICalendar", ["JSON"]),
        tests(of: "CalendarMerging", ["ICalendar"]),
        tests(
            of: "CalendarSync",
            [
                "CalendarMerging", "CalendarPeers", "Destinations", "ICalendar", "JSON", "Locks",
                "Outgoing", httpTypes,
            ]),
        tests(
            of: "Outgoing",
            [
                "Certificates", "Destinations", "JSON", "Locks", "Mail", "Transport", httpTypes,
            ]),
        tests(
            of: "PlaceSources",
            ["Destinations", "JSON", "Locks", "PlaceValues", "URIText", httpTypes]),
        tests(of: "MazeExploring", ["JSON", "Mazes"]),
        tests(of: "MazeFetching", ["JSON", "Locks", "MazeExploring", "Mazes"]),
        tests(of: "Sync", ["JSON", "Locks", "ScreenClient"]),
        .testTarget(
            name: "BoardsTests",
            dependencies: [
                "BoardKit", "BoardOracles", "CalendarMerging", "CalendarPeers", "CalendarSync",
                "Carriers", "Client", "Delivery", "Destinations", "HouseBoard", "ICalendar", "JSON",
                "Mail", "MazeBoard", "MazeExploring", "Mazes", "NearbyBoard", "NoticeBoard",
                "OrdersBoard", "PlannerBoard", "ScreenClient", "ShippedBoards", "Sync",
                "TestBoards", "TestSupport", "WaitlistBoard", httpTypes,
            ],
            swiftSettings: strict),
        tests(
            of: "Storage",
            ["JSON", "Locks", "MemoryStorage", "PostgresServer", "SQLiteStorage", "Sync"]
                + clustered),
        tests(
            of: "PostgresStorage",
            ["JSON", "Locks", "MemoryStorage", "PostgresServer", "Storage", "Sync", "Time"]),
        tests(of: "SQLiteStorage", ["JSON", "Locks", "MemoryStorage", "Storage", "Sync", sqlite]),
        tests(of: "Terminal", ["JSON"]),
        tests(of: "Clocks", ["Locks", "Sync", "Time"]),
        tests(of: "Limits", ["Locks", "Sync", "Transport"]),
        tests(of: "Credentials", ["BoardKit", "WaitlistBoard", "Storage", "Sync"]),
        tests(of: "Screens", ["JSON", "Storage", "Sync"]),
        tests(of: "Metrics"),
        tests(
            of: "Delivery",
            [
                "Clocks", "JSON", "Locks", "SQLiteStorage", "Storage", "Sync", "Time", "Transport",
                logging,
            ]),
        tests(
            of: "Client",
            ["CivilDates", "JSON", "HTTP", "Rehearsal", "WebSocket", "Transport"]),
        tests(
            of: "SignIn",
            [
                "Clocks", "Locks", "SQLiteStorage", "Storage", "Sync", "Time", "Transport", logging,
            ]),
        tests(
            of: "Venues",
            [
                "BoardKit", "ShippedBoards", "Clocks", "Delivery", "JSON", "Locks", "Metrics",
                "Screens", "SignIn", "SQLiteStorage", "Storage", "Sync", "Terminal", "Time",
                "Transport", "WebSocket", logging,
            ]),
        tests(
            of: "Server",
            [
                "BoardKit", "HouseBoard", "ShippedBoards", "WaitlistBoard", "Carriers",
                "Certificates", "CivilDates", "Client", "Clocks", "Credentials", "Delivery",
                "Destinations", "JSON", "Limits", "Locks", "Mail", "Mazes", "Metrics",
                "MemoryStorage", "Operations", "Outgoing", "Pages", "Rehearsal", "ScreenClient",
                "Screens", "SignIn", "SQLiteStorage", "Storage", "Sync", "Terminal", "TestBoards",
                "Time", "Transport", "Venues", "WebSocket", httpTypes, logging, sqlite,
            ]),
    ]
)

// `TABLECAST_TARGETS` has a build make only the targets that it names, and what these need. `tests`
// stands for all test targets. Without it, everything is built.
if let wanted = Context.environment["TABLECAST_TARGETS"] {
    var left = wanted.split(separator: " ").map(String.init)
    for name in left where name != "tests" && !package.targets.contains(where: { $0.name == name })
    {
        fatalError("TABLECAST_TARGETS names a target that there is not: \(name)")
    }
    if left.contains("tests") { left += package.targets.filter { $0.type == .test }.map(\.name) }
    var needed: Set<String> = []
    while let name = left.popLast() {
        guard let target = package.targets.first(where: { $0.name == name }),
            needed.insert(name).inserted
        else { continue }
        for case .byNameItem(let dependency, _) in target.dependencies { left.append(dependency) }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { !needed.isSuperset(of: [$0.name]) }
}
