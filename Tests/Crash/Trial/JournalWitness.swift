import Client
import HTTPTypes
import JSON
import ScreenClient

/// Reads the hub's journal by its event stream, and keeps what it has seen.
struct JournalWitness {
    private let http: HTTPClient
    private let address: HubAddress
    private let token: String
    private var revs: [String: Int] = [:]
    private(set) var rev = 0

    init(at address: HubAddress, token: String) {
        self.address = address
        self.token = token
        http = HTTPClient(address, token: token, timeout: .seconds(30))
    }

    /// Reads the events since the last call.
    ///
    /// - Parameter acked: The revisions of all mutations, by id.
    /// - Returns: A sentence for each discrepancy.
    mutating func compare(with acked: [String: Int]) throws -> [String] {
        var mishaps: [String] = []
        let path = "/v1/main/events?since=\(rev)&until=\(try lastRev())"
        let exchange = try http.perform(
            .get, path, fields: [.accept: "application/x-ndjson"])
        for line in exchange.body.split(separator: UInt8(ascii: "\n")) {
            let event = try JSON(parsing: Array(line))
            guard event["rev"]?.integer == rev + 1 else {
                return ["revision \(rev + 1) is missing"]
            }
            rev += 1
            guard event["actor"] != "hub", let id = event["mutationid"]?.text else { continue }
            if let other = revs.updateValue(rev, forKey: id) {
                mishaps.append("\(id) was carried out twice, as \(other) and \(rev)")
            }
        }
        for (id, rev) in acked where revs[id] != rev {
            mishaps.append("\(id) was acknowledged as \(rev), and is \(revs[id] ?? 0)")
        }
        if revs.count != acked.count {
            mishaps.append("\(revs.count) mutations are there, \(acked.count) were asked for")
        }
        return mishaps
    }

    /// Returns the last revision of the journal.
    private func lastRev() throws -> Int {
        let connection = try SyncConnection(to: address, venue: "main", token: token)
        defer { connection.close() }
        guard let welcome = try connection.next(timeout: .seconds(10)).flatMap(Welcome.init) else {
            throw ClientError.timedOut
        }
        return welcome.rev
    }

    /// Returns the hub's copy of a view.
    func copy(of view: String) throws -> CrashClient.Copy? {
        Self.copy(try http.view(view, venue: "main"))
    }

    /// Returns a view computed from the whole journal.
    func replayed(_ view: String) throws -> CrashClient.Copy? {
        Self.copy(try http.view(view, venue: "main", rev: rev))
    }

    /// Returns the lines of the tab whose guest has this ticket.
    func lines(by ticket: String) throws -> Set<String> {
        let guest = HTTPClient(address, token: ticket, timeout: .seconds(30))
        let view = try guest.view("orders/guest", venue: "main")
        return Set((view["doc"]?["lines"]?.members ?? [:]).keys)
    }

    /// Returns the titles of the events that the book shows.
    func titles() throws -> [String] {
        let rows = try http.view(CrashCalendar.view, venue: "main")["doc"]?["occurrences"]?.members
        var events: [String: String] = [:]
        for row in (rows ?? [:]).values { events[row["event"]?.text ?? ""] = row["title"]?.text }
        return events.values.sorted()
    }

    private static func copy(_ snapshot: JSON) -> CrashClient.Copy? {
        guard let rev = snapshot["rev"]?.integer, let hash = snapshot["hash"]?.text else {
            return nil
        }
        return CrashClient.Copy(rev: rev, hash: hash)
    }
}
