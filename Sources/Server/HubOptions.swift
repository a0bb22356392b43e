public import BoardKit
import Clocks
public import Delivery
public import Destinations
public import Limits
package import Pages
package import Storage
package import Time
public import Transport

/// The settings of a hub. The defaults are those of `tablecast serve`.
public struct HubOptions: Sendable {
    /// The boards that the hub offers.
    public var boards: BoardRegistry
    /// The carriers that do the boards' work outside the hub. Used only if there is a `sender`.
    public var carriers: BoardCarriers
    /// The names of the boards that the venue made by the first start uses; `nil` means all.
    public var venueBoards: [String]?
    /// The languages of guests and the room in that venue, its own first; `nil` means all, beginning
    /// with that of its time zone.
    public var venueLanguages: [Language]?
    /// The host name, IPv4 address or IPv6 address to listen on; `nil` means every address of the
    /// machine, IPv4 and IPv6.
    public var host: String?
    /// The port to listen on; 0 picks a free port.
    public var port: Int
    /// The address under which other devices reach the hub, such as `https://hub.example`. Needed
    /// where the hub can't find it out: in a container, or behind a proxy.
    public var url: String?
    /// The data folder, and the engine that keeps what is in it. Made if it does not exist.
    package var storage: any StoragePlace
    /// The folder of the pages and files for browsers: `Public`.
    public var publicFolder: String
    /// The folder of the library that draws maps. Without it, pages show lists without maps.
    public var leafletFolder = Leaflet.usualFolder
    /// The folder of the pages' fonts. Without it, pages use the system's.
    public var fontsFolder = Fonts.usualFolder
    /// The number of event loops; `nil` means one less than the number of cores, and at least one.
    public var loopCount: Int?
    /// The name of the venue that the first start makes.
    public var venueName: String
    /// The IANA time zone of that venue, such as `Europe/Berlin`.
    public var timeZone: String
    /// The TLS settings; `nil` means that the hub serves plain HTTP.
    public var tls: TLSOptions?
    public var limits: HubLimits
    public var timing: HubTiming
    /// The webhook for alarms about screens in venues whose owner has set none; `nil` drops these
    /// alarms.
    public var alarmWebhook: String?
    /// Sends the webhooks of alarms; `nil` means that none are sent.
    public var webhookSender: (any WebhookSender)?
    /// Makes the sender of connectors' requests and boards' mail; `nil` disables both.
    public var sender: OutgoingSenders?
    /// The origin that replaces Google's, such as `http://127.0.0.1:9000`; `nil` for Google's own.
    public var googleBase: String?
    /// The time source of all parts of the hub.
    package var time: any TimeSource = MachineTime()
    /// The files of `publicFolder`, if another hub of this process has read them.
    package var files: PublicFiles?

    package init(
        boards: BoardRegistry, carriers: BoardCarriers, host: String? = nil, port: Int = 8080,
        url: String? = nil, storage: any StoragePlace, publicFolder: String, loopCount: Int? = nil,
        venueName: String = "Tablecast", timeZone: String = "UTC", tls: TLSOptions? = nil,
        limits: HubLimits = HubLimits(), timing: HubTiming = HubTiming(),
        alarmWebhook: String? = nil, webhookSender: (any WebhookSender)? = nil,
        sender: OutgoingSenders? = nil
    ) {
        self.boards = boards
        self.carriers = carriers
        self.host = host
        self.port = port
        self.url = url
        self.storage = storage
        self.publicFolder = publicFolder
        self.loopCount = loopCount
        self.venueName = venueName
        self.timeZone = timeZone
        self.tls = tls
        self.limits = limits
        self.timing = timing
        self.alarmWebhook = alarmWebhook
        self.webhookSender = webhookSender
        self.sender = sender
    }
}

extension HubOptions {
    /// Whether others on the network can read the hub's traffic: it serves plain HTTP, and not only
    /// on the loopback address.
    public var isInTheOpen: Bool {
        guard tls == nil else { return false }
        guard let host else { return true }
        return host != "localhost" && SocketAddress(ip: host, port: 0)?.isLoopback != true
    }
}

/// The TLS settings of a hub.
public struct TLSOptions: Sendable {
    public var configuration: TLSConfiguration
    /// Whether plain HTTP requests on the same port are redirected to `https`. Otherwise they are
    /// refused with status 400.
    public var redirectsPlainText: Bool

    public init(_ configuration: TLSConfiguration, redirectsPlainText: Bool) {
        self.configuration = configuration
        self.redirectsPlainText = redirectsPlainText
    }
}

/// The intervals and timeouts of a hub.
public struct HubTiming: Sendable {
    /// The silence after which an event stream sends a sign of life.
    public var streamHeartbeat: Duration = .seconds(15)
    /// The time after which a stopping hub cuts off the clients that are still connected, and gives
    /// up its snapshots.
    public var stopTimeout: Duration = .seconds(5)
    /// The number of events after which a venue's snapshot is renewed. After a crash, about this
    /// many events have to be replayed; after a stop, at most a tenth of them.
    public var snapshotEvents = 20_000
    /// The size of events after which the snapshot is renewed, too: events of a calendar may have a
    /// megabyte each.
    public var snapshotBytes = 32 << 20
    /// The time after which the hub looks again for changed files in the public folder.
    public var pageAgeMax: Duration = .seconds(1)
    /// The delay before a screen that was disconnected or does not answer is an alarm.
    public var silentAfter: Duration = .seconds(30)
    /// The limits after which a busy loop is logged, counts as hung, and ends the process.
    var loopWatch = LoopWatch.Limits()
    /// The timing of attempts to deliver effects, such as alarms.
    public var courier = CourierTiming()
    /// The pauses after failures of connectors.
    var connectors = ConnectorTiming()

    public init() {}
}
