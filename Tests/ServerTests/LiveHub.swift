import BoardKit
import Carriers
import Client
import Clocks
import Delivery
import Foundation
import Limits
import Logging
import Operations
import SQLiteStorage
import ShippedBoards
import Storage
import Sync
import Time
import Transport

@testable import Server

/// A hub for one test, on a free port with its own data folder.
final class LiveHub {
    let dataFolder: String
    /// The link that the hub printed when it began.
    let firstLink: String?
    private(set) var port: Int
    /// The running hub; `nil` while it is stopped.
    private(set) var hub: Hub?
    var options: HubOptions
    private let logger: Logger
    private var tokens: [String: String] = [:]

    init(
        publicFolder: String? = nil, loopCount: Int? = nil, tls: TLSOptions? = nil,
        limits: HubLimits = LiveHub.tirelessPeers, timing: HubTiming = HubTiming(),
        webhook: (any WebhookSender)? = nil,
        time: any TimeSource = MachineTime(),
        logger: Logger = LiveHub.logger, url: String? = nil, boards: BoardRegistry = .shipped,
        folder: String = LiveHub.newFolder(), changing: (inout HubOptions) -> Void = { _ in }
    ) throws {
        self.logger = logger
        dataFolder = folder
        var options = Self.options(
            dataFolder: dataFolder, publicFolder: publicFolder, loopCount: loopCount,
            tls: tls, limits: limits, timing: timing)
        options.url = url
        options.boards = boards
        options.webhookSender = webhook
        options.time = time
        options.alarmWebhook = webhook == nil ? nil : "https://example.org/hook"
        changing(&options)
        self.options = options
        let hub = try Hub(options, logger: logger)
        self.hub = hub
        port = hub.port
        firstLink = hub.firstLink
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: dataFolder)
    }

    static func options(
        port: Int = 0, dataFolder: String, publicFolder: String? = nil, loopCount: Int? = nil,
        tls: TLSOptions? = nil, limits: HubLimits = LiveHub.tirelessPeers,
        timing: HubTiming = HubTiming()
    ) -> HubOptions {
        var timing = timing
        // Tests change a page and request it at once.
        timing.pageAgeMax = .zero
        var options = HubOptions(
            boards: .shipped, carriers: .shipped, host: "127.0.0.1", port: port,
            storage: SQLiteFolder(dataFolder), publicFolder: publicFolder ?? Self.publicFolder,
            loopCount: loopCount,
            venueName: "Trattoria", timeZone: timeZone, tls: tls, limits: limits, timing: timing)
        options.venueLanguages = [.english]
        return options
    }

    /// Limits for tests, which send faster than people do. Tests of rates set their own.
    static let tirelessPeers: HubLimits = {
        var limits = HubLimits()
        for limit in [
            Limit.mutationCredit, .phoneMutationCredit, .messageCredit, .handshakeCredit,
            .requestCredit,
            .signInRequestCredit,
        ] {
            limits[limit] = 1_000_000
        }
        return limits
    }()

    static func newFolder() -> String {
        FileManager.default.temporaryDirectory
            .appendingPathComponent("tablecast-\(UUID().uuidString)").path
    }

    func stop() {
        hub?.stop()
        hub = nil
    }

    /// Stops the hub, and starts another on the same folder.
    func restart() throws {
        stop()
        try start()
    }

    /// Starts another hub on the same folder.
    func start() throws {
        let hub = try Hub(options, logger: logger)
        self.hub = hub
        port = hub.port
    }

    /// Returns a time zone in which it is about noon, so that no service day begins during a test.
    private static let timeZone: String = {
        let hour = Int(WallClock.now.milliseconds / 3_600_000 % 24)
        // Zones of this name count westwards (IANA's file `etcetera`).
        return hour == 12 ? "Etc/GMT" : hour < 12 ? "Etc/GMT-\(12 - hour)" : "Etc/GMT+\(hour - 12)"
    }()

    static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// The project's own pages.
    static var publicFolder: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Public").path
    }

    var address: HubAddress {
        get throws { try HubAddress("http://127.0.0.1:\(port)") }
    }

    func reloadCertificate() throws { try hub?.reloadCertificate() }

    /// The names of the certificate in use.
    var certificateNames: [String]? { hub?.certificate?.names }

    var authority: String { "127.0.0.1:\(port)" }
    var origin: String { "http://\(authority)" }

    /// Returns a token of this role, the same one for each call.
    func token(_ role: Role, venue: String = "main") throws -> String {
        let key = "\(venue)/\(role)"
        if let token = tokens[key] { return token }
        let token = try Administration(options.storage)
            .makeToken(role: role, name: "test", venue: venue)
        tokens[key] = token
        return token
    }

    func link(_ role: Role, venue: String = "main") throws -> String {
        try Administration(options.storage).makeLink(role: role, venue: venue)
    }

    /// Makes another venue, as another process does.
    func makeVenue(_ slug: String) throws {
        try Administration(options.storage)
            .addVenue(slug, name: slug, timeZone: "UTC", labels: .firstInitial)
    }

    /// Reads the journal as another process does.
    func journal(of venue: String = "main") throws -> [Event] {
        try Store(folder: dataFolder, creating: false)
            .events(of: venue, after: 0, limit: 100_000, bytesMax: .max)
    }

    func connect(_ role: Role) throws -> SyncConnection {
        try SyncConnection(to: address, venue: "main", token: try token(role))
    }

    func connect(ticket: String) throws -> SyncConnection {
        try SyncConnection(to: address, venue: "main", token: ticket)
    }

    func http(_ role: Role?) throws -> HTTPClient {
        HTTPClient(try address, token: try role.map { try token($0) })
    }
}
