public import Boards
import Clocks
public import Delivery
public import Limits
public import Screens
public import Transport

/// What can be set about a hub, with the defaults that `tablecast serve` starts from.
public struct HubOptions: Sendable {
    /// The boards that the hub has.
    public var boards = BoardRegistry.shipped
    /// The names of those that the venue uses which the first start makes; `nil` for all.
    public var venueBoards: [String]?
    /// The address to listen on: a name, an IPv4 or an IPv6 address; `nil` is every address of the
    /// machine, of both families.
    public var host: String?
    /// 0 picks a free one.
    public var port: Int
    /// Under which address other devices reach the hub, such as `https://hub.example`, where it does
    /// not know by itself: in a container, or behind a proxy.
    public var url: String?
    /// Where the journal lies; made when it is not there.
    public var dataFolder: String
    /// What browsers are given as it stands.
    public var publicFolder: String
    /// How many event loops; `nil` is one less than the machine has cores, and at least one.
    public var loopCount: Int?
    /// The name and the time zone (IANA) of the venue that the first start makes.
    public var venueName: String
    public var timeZone: String
    /// `nil` serves plain HTTP.
    public var tls: TLSOptions?
    public var limits: HubLimits
    public var timing: HubTiming
    /// Where alarms of screens are sent in venues whose owner has named no address; `nil` sends them
    /// nowhere.
    public var alarmWebhook: String?
    /// How they get there; `nil` sends none.
    public var webhookSender: (any WebhookSender)?
    /// Fetches content for connectors; `nil` fetches nothing.
    public var fetcher: (any Fetcher)?
    /// The carriers of effects other than alarms, by name.
    var carriers: [String: any EffectCarrier] = [:]
    /// Where the time comes from.
    var readClocks: @Sendable () -> ClockReading = ClockReading.ofMachine

    public init(
        host: String? = nil, port: Int = 8080, url: String? = nil,
        dataFolder: String, publicFolder: String, loopCount: Int? = nil,
        venueName: String = "Tablecast", timeZone: String = "UTC", tls: TLSOptions? = nil,
        limits: HubLimits = HubLimits(), timing: HubTiming = HubTiming(),
        alarmWebhook: String? = nil, webhookSender: (any WebhookSender)? = nil,
        fetcher: (any Fetcher)? = nil
    ) {
        self.host = host
        self.port = port
        self.url = url
        self.dataFolder = dataFolder
        self.publicFolder = publicFolder
        self.loopCount = loopCount
        self.venueName = venueName
        self.timeZone = timeZone
        self.tls = tls
        self.limits = limits
        self.timing = timing
        self.alarmWebhook = alarmWebhook
        self.webhookSender = webhookSender
        self.fetcher = fetcher
    }
}

extension HubOptions {
    /// Whether others on the network can read what is said to the hub, which speaks plain HTTP to
    /// more than its own machine.
    public var isInTheOpen: Bool {
        guard tls == nil else { return false }
        guard let host else { return true }
        return host != "localhost" && SocketAddress(ip: host, port: 0)?.isLoopback != true
    }
}

/// How the hub speaks TLS.
public struct TLSOptions: Sendable {
    public var configuration: TLSConfiguration
    /// Whether plain HTTP on the same port is sent on to `https`; otherwise it is refused with 400.
    public var redirectsPlainText: Bool

    public init(_ configuration: TLSConfiguration, redirectsPlainText: Bool) {
        self.configuration = configuration
        self.redirectsPlainText = redirectsPlainText
    }
}

/// The hub's own times.
public struct HubTiming: Sendable {
    /// An event stream with nothing to say sends a sign of life.
    public var streamHeartbeat: Duration = .seconds(15)
    /// What is still connected this long after the stop was asked for is cut off.
    public var stopTimeout: Duration = .seconds(5)
    /// After so many events a venue's snapshot is made anew. About so many have to be replayed after a
    /// crash; after a stop a tenth of them at most.
    public var snapshotEvents = 20_000
    /// How long the hub uses its knowledge of the page folder before it looks for changed files.
    public var pageAgeMax: Duration = .seconds(1)
    /// When an alarm is raised about a screen.
    public var screens = ScreenDelays()
    /// How alarms are passed on.
    public var courier = CourierTiming()
    /// When connectors are fetched again.
    var connectors = ConnectorTiming()

    public init() {}
}
