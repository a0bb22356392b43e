import ArgumentParser
import BoardKit
import Carriers
import Certificates
import Client
import Destinations
import Foundation
import Glibc
import Limits
import Logging
import Operations
import Outgoing
import QRCode
import Screens
import Server
import ShippedBoards
import Storage
import Sync
import Terminal
import Time
import Transport

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the hub.",
        discussion: """
            The first start with an empty data folder creates the venue and prints a link, with its QR \
            code, that signs its owner in. Options can also come from the environment: \
            TABLECAST_HOST, TABLECAST_PORT, TABLECAST_URL, TABLECAST_DATA, TABLECAST_JOURNAL, \
            TABLECAST_HUB, TABLECAST_KEY, TABLECAST_PUBLIC, TABLECAST_LEAFLET, TABLECAST_FONTS, \
            TABLECAST_NAME, TABLECAST_TIME_ZONE, TABLECAST_BOARDS, TABLECAST_LANGUAGES, TABLECAST_LOOPS, \
            TABLECAST_LIMITS (connections=20000,body-bytes=4096), TABLECAST_ALARM_WEBHOOK, \
            TABLECAST_ALLOW_PRIVATE_WEBHOOKS (true), TABLECAST_SILENT_AFTER, TABLECAST_GOOGLE_BASE, \
            TABLECAST_TLS_CERTIFICATE, TABLECAST_TLS_KEY.
            """)

    @Option(help: "The address to listen on; by default all addresses of the machine.")
    var host: String?

    @Option(help: "The port to listen on; 8080 by default, 0 for a free one.")
    var port: Int?

    @Option(
        help: """
            The address in links and codes at which other devices reach the hub, such as \
            https://hub.example. Needed in a container or behind a proxy.
            """)
    var url: String?

    @OptionGroup var data: DataOption

    @Option(name: .customLong("public"), help: "The folder with the pages.")
    var publicFolder: String?

    @Option(help: "The folder with Leaflet, which draws maps, if it is not where Debian puts it.")
    var leaflet: String?

    @Option(help: "The folder with the pages' fonts, if it is not where bin/setup puts it.")
    var fonts: String?

    @Option(help: "The restaurant's name, for a new venue.")
    var name: String?

    @Option(help: "The restaurant's time zone, for a new venue: Europe/Rome.")
    var timeZone: String?

    @Option(help: .boards)
    var boards: String?

    @Option(help: .languages)
    var languages: String?

    @Option(help: "How many event loops to run; by default one less than the number of cores.")
    var loops: Int?

    @Option(
        help: ArgumentHelp(
            "The address to which alarms about screens are posted as CloudEvents: https://example.org/hook.",
            valueName: "url"))
    var alarmWebhook: String?

    @Flag(help: "Allow owners' webhooks in private networks and on this machine.")
    var allowPrivateWebhooks = false

    @Option(help: "After how many seconds a disconnected screen counts as silent.")
    var silentAfter: Int?

    @Option(
        help: ArgumentHelp(
            "What stands for Google's addresses, for tests and behind proxies: http://127.0.0.1:9000.",
            valueName: "url"))
    var googleBase: String?

    @OptionGroup var certificate: TLSCertificateOption

    @Flag(name: .customLong("redirect-http"), help: "Redirect plain http to https.")
    var redirectHTTP = false

    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp(
            """
            Change a limit, such as connections=20000. Can be repeated. A longer message needs three: \
            message-bytes, frame-bytes and inflated-bytes.
            """,
            valueName: "name=number"))
    var limits: [String] = []

    func run() throws {
        // Block signals before any thread starts, so that only the main thread receives them.
        let signals = [SIGTERM, SIGINT, SIGHUP]
        Signals.block(signals)
        LoggingSystem.bootstrap {
            EscapingLogHandler(StreamLogHandler.standardError(label: $0))
        }
        let options = try hubOptions()
        // A hub at a terminal without a certificate to reload ends when the terminal is closed.
        let isAtTerminal = isatty(STDIN_FILENO) == 1
        let logger = Logger(label: "tablecast")
        if geteuid() == 0 { logger.warning("the hub runs as root. \(Checkup.rootAdvice)") }
        let hub = try Hub(options, logger: logger)
        announce(hub, options)
        while Signals.wait(for: signals) == SIGHUP, hub.certificate != nil || !isAtTerminal {
            reload(hub)
        }
        say("Stopping: saying goodbye to the screens and finishing open requests.")
        endLater()
        hub.stop()
    }

    /// The time that a hub may take to stop.
    private static let stopSecondsMax = 8.0

    /// Ends the process even if the hub does not stop, because a loop or a disk hangs.
    private func endLater() {
        Thread.detachNewThread {
            MachineTime.sleep(for: .seconds(Self.stopSecondsMax))
            complain(
                "The hub did not stop in \(Int(Self.stopSecondsMax)) seconds, so it ends now. "
                    + "Everything that it has acknowledged is stored.")
            _exit(EXIT_FAILURE)
        }
    }

    /// Reads the certificate again after SIGHUP. If that fails, the old one stays in use.
    private func reload(_ hub: Hub) {
        guard hub.certificate != nil else {
            say("There is no certificate to read again: the hub uses plain http.")
            return
        }
        do {
            try hub.reloadCertificate()
            say("The certificate was read again.")
            sayValidity(of: hub)
        } catch {
            say("The old certificate stays in use. \(error)")
        }
    }

    private func hubOptions() throws -> HubOptions {
        let port = try port ?? Environment.value("PORT") ?? 8080
        guard (0...65_535).contains(port) else {
            throw ValidationError("The port must be from 0 to 65535.")
        }
        let timeZone = try Environment.timeZone(timeZone)
        let loops: Int? = try loops ?? Environment.value("LOOPS")
        guard (1...64).contains(loops ?? 1) else {
            throw ValidationError("The number of loops must be from 1 to 64.")
        }
        guard let venueName = VenueName(name ?? Environment.text("NAME") ?? "Tablecast") else {
            throw ValidationError(
                "The restaurant's name has 1 to 80 characters, none of them a control character.")
        }
        let alarmWebhook = alarmWebhook ?? Environment.text("ALARM_WEBHOOK")
        if let alarmWebhook {
            _ = try usable("The webhook's address") { try Destination(alarmWebhook) }
        }
        let venueBoards = try Environment.boards(boards)
        let host = host ?? Environment.text("HOST")
        var options = HubOptions(
            boards: .shipped, carriers: .shipped, host: host, port: port,
            url: try outsideURL(listeningHost: host), storage: try data.hubPlace,
            publicFolder: publicFolder ?? Environment.text("PUBLIC") ?? "Public",
            loopCount: loops, venueName: venueName.text,
            timeZone: timeZone, tls: try tlsOptions(), limits: try hubLimits(),
            timing: try hubTiming(),
            alarmWebhook: alarmWebhook,
            webhookSender: CloudEventSender(allowsPrivate: try mayCallPrivate()),
            sender: { OutgoingClient(allowsLocal: $0) })
        options.leafletFolder = leaflet ?? Environment.text("LEAFLET") ?? options.leafletFolder
        options.fontsFolder = fonts ?? Environment.text("FONTS") ?? options.fontsFolder
        options.googleBase = try googleOrigin()
        options.boards.allowsPrivateAddresses = try mayCallPrivate()
        options.venueBoards = venueBoards
        options.venueLanguages = try Environment.languages(languages)
        return options
    }

    /// Returns the operator's address for links and codes, or `nil` if none is given. Refuses an address
    /// that leads each device to itself, unless no other device can reach the hub anyway.
    private func outsideURL(listeningHost: String?) throws -> String? {
        guard let url = url ?? Environment.text("URL") else { return nil }
        let named = try usable("--url") { try HubAddress(url).host }
        guard
            !OutsideAddress.isThisMachine(named)
                || OutsideAddress.isReachableOnlyLocally(listeningHost)
        else {
            throw ValidationError(
                "--url can't be used. \(named) leads each device to itself, so that nobody could "
                    + "follow a link or a code. Leave --url out, and they name this machine's address "
                    + "in the network; or name an address that other devices can open. To try the hub "
                    + "on this machine alone, add --host 127.0.0.1.")
        }
        return url
    }

    private func usable<Address>(_ what: String, _ read: () throws -> Address) throws -> Address {
        do {
            return try read()
        } catch {
            throw ValidationError("\(what) can't be used. \(error)")
        }
    }

    /// Returns the replacement for Google's addresses, without a slash at its end.
    private func googleOrigin() throws -> String? {
        guard let base = googleBase ?? Environment.text("GOOGLE_BASE") else { return nil }
        _ = try usable("--google-base") { try Destination(base) }
        return base.hasSuffix("/") ? String(base.dropLast()) : base
    }

    private func mayCallPrivate() throws -> Bool {
        try allowPrivateWebhooks || Environment.value("ALLOW_PRIVATE_WEBHOOKS") ?? false
    }

    private func tlsOptions() throws -> TLSOptions? {
        let configuration = try certificate.configuration(in: data.path)
        guard configuration != nil || !redirectHTTP else {
            throw ValidationError(
                "--redirect-http needs a certificate: make one with `tablecast certificate`, or give "
                    + "one with --tls-certificate and --tls-key.")
        }
        return configuration.map { TLSOptions($0, redirectsPlainText: redirectHTTP) }
    }

    private func hubTiming() throws -> HubTiming {
        var timing = HubTiming()
        let silent = try silentAfter ?? Environment.value("SILENT_AFTER")
        guard (1...86_400).contains(silent ?? 1) else {
            throw ValidationError("A screen's delay must be from 1 to 86400 seconds.")
        }
        if let silent { timing.silentAfter = .seconds(silent) }
        return timing
    }

    private func hubLimits() throws -> HubLimits {
        var hubLimits = HubLimits()
        let environment = Environment.text("LIMITS")?.split(separator: ",").map(String.init)
        for limit in (environment ?? []) + limits { try hubLimits.set(limit) }
        return hubLimits
    }

    /// Warns if the certificate is not valid now, or expires within a month.
    private func sayValidity(of hub: Hub) {
        guard let current = hub.certificate else { return }
        let end = CertificateCommand.day(current.notAfter)
        let now = MachineTime.wallMilliseconds / 1_000
        switch current.validity(at: now) {
        case .notYet:
            let begin = CertificateCommand.day(current.notBefore)
            say("The certificate is not valid before \(begin). Check the clock.")
        case .expired:
            say("The certificate expired on \(end). \(certificate.renewal)")
        case .valid where current.notAfter < now + 30 * 86_400:
            say("The certificate is valid until \(end). \(certificate.renewal)")
        case .valid: break
        }
    }

    private func announce(_ hub: Hub, _ options: HubOptions) {
        let isSecure = options.tls != nil
        let outside = OutsideAddress(given: options.url, listeningHost: options.host)
            .origin(isSecure: isSecure, port: hub.port, names: hub.certificate?.names ?? [])
        let local = "\(isSecure ? "https" : "http")://\(localHost(options)):\(hub.port)"
        let address = outside ?? local.replacing("//localhost", with: "//127.0.0.1")
        say("Tablecast is serving at \(address) (stop it with Ctrl-C)")
        if outside == nil {
            let reason =
                listensEverywhere(options)
                ? "this machine has no address in a network now."
                : "it listens on \(options.host ?? "") alone (--host)."
            say("Other devices can't reach it: \(reason)")
        }
        if let url = options.url, let host = try? HubAddress(url).host,
            OutsideAddress.isThisMachine(host)
        {
            say("Other devices can't follow links and codes: --url names this machine as \(host).")
        }
        if options.isInTheOpen {
            say(
                "It uses plain http: others on the network can read guests' names and take over "
                    + "sign-ins.")
            say(
                "For https: tablecast certificate --data \(options.storage.folder), then start the hub "
                    + "again.")
        }
        sayValidity(of: hub)
        let fixed = options.url ?? (isSecure ? outside : nil)
        if !RunningAddress.write(local, outside: fixed, to: options.storage.folder) {
            say(
                "The address can't be written to the data folder. Make links with --url \(address)."
            )
        }
        if let name, name != hub.venueName {
            say("The restaurant is called \(hub.venueName); --name is for a new one only.")
        }
        let command = "tablecast link --data \(options.storage.folder) --role"
        guard let path = hub.firstLink else {
            say("To sign in a device: \(command) host")
            return
        }
        say("")
        say("Set up the house: open this link, or scan its code. It works once, within a day.")
        say("")
        say("  \(address)\(path)")
        say("")
        // A code is useless to a phone that can't reach this machine.
        if outside != nil { show(QRCode(address + path)) }
        say("Another link like this: \(command) owner")
    }

    /// Prints a code. Colours are set only on a terminal, because a log would show their bytes.
    private func show(_ code: QRCode?) {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let (begin, end) = isTerminal ? ("\u{1B}[97;40m", "\u{1B}[0m") : ("", "")
        for line in code?.lines() ?? [] { _ = sayAsItIs(begin + line + end) }
        say("")
    }

    private func listensEverywhere(_ options: HubOptions) -> Bool {
        OwnAddress.isAllAddresses(options.host)
    }

    /// Returns the host name by which this machine reaches the hub.
    private func localHost(_ options: HubOptions) -> String {
        guard let host = options.host, !listensEverywhere(options) else { return "localhost" }
        // `RunningAddress` uses this name for all addresses of the machine.
        if host.lowercased() == "localhost" { return "127.0.0.1" }
        return host.contains(":") ? "[\(host)]" : host
    }
}

/// Writes a line to standard error, so that it is not part of the output.
func complain(_ line: String) {
    let line = TerminalText.escaped(line)
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
}

/// Writes a line to standard output without buffering.
///
/// - Returns: `false` if the reader of a pipe, such as `head`, is gone.
@discardableResult
func say(_ line: String) -> Bool { sayAsItIs(TerminalText.escaped(line)) }

/// Writes a line in which all text from peers is already escaped.
func sayAsItIs(_ line: String) -> Bool {
    (try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))) != nil
}
