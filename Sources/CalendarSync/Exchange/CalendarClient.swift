public import Destinations

/// Does the jobs of all accounts, away from the loops. A call blocks; the jobs of one account come one
/// after another.
public struct CalendarClient: Sendable {
    /// What the client needs of its surroundings.
    public struct Surroundings: Sendable {
        /// A sender that may or may not call private addresses.
        public var sender: @Sendable (_ allowsPrivate: Bool) -> any OutgoingSender
        /// Unix seconds.
        public var now: @Sendable () -> Int64
        /// Random bytes for secrets.
        public var random: @Sendable (_ count: Int) -> [UInt8]
        /// What stands for Google's addresses in tests and behind proxies, such as
        /// `http://127.0.0.1:9000`; `nil` for Google's own.
        public var googleBase: String?
        /// The port that the hub listens at, where a sign-in at this machine ends.
        public var port: Int
        /// The hub's public origin, such as `https://hub.example`; `nil` if it has none.
        public var publicOrigin: String?

        public init(
            sender: @escaping @Sendable (_ allowsPrivate: Bool) -> any OutgoingSender,
            now: @escaping @Sendable () -> Int64,
            random: @escaping @Sendable (_ count: Int) -> [UInt8],
            googleBase: String? = nil, port: Int = 8080, publicOrigin: String? = nil
        ) {
            self.sender = sender
            self.now = now
            self.random = random
            self.googleBase = googleBase
            self.port = port
            self.publicOrigin = publicOrigin
        }
    }

    private let caldav: CalDAVClient
    private let google: GoogleClient

    public init(_ surroundings: Surroundings) {
        caldav = CalDAVClient(surroundings)
        google = GoogleClient(surroundings)
    }

    public func answer(_ job: CalendarJob, with secrets: any AccountSecrets) -> CalendarAnswer {
        switch job.account.kind {
        case .caldav: caldav.answer(job.task, of: job.account, with: secrets)
        case .google: google.answer(job.task, of: job.account, with: secrets)
        }
    }
}
