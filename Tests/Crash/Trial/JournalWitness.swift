import Client
import HTTPTypes
import JSON

/// Reads the hub's journal as it is given to whoever asks, and keeps what it has seen of it.
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

    /// Reads what has come since the last time.
    ///
    /// - Parameter acked: the revisions by the mutations' ids, of all that were asked for.
    /// - Returns: what does not fit, one sentence each.
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
            guard let id = event["mutationid"]?.text else { continue }
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

    /// Where the journal ends by now.
    private func lastRev() throws -> Int {
        let connection = try SyncConnection(to: address, venue: "main", token: token)
        defer { connection.close() }
        guard let welcome = try connection.next(timeout: .seconds(10)).flatMap(Welcome.init) else {
            throw ClientError.timedOut
        }
        return welcome.rev
    }

    /// A view as the hub has it.
    func copy(of view: String) throws -> CrashClient.Copy? {
        Self.copy(try http.view(view, venue: "main"))
    }

    /// A view as the journal makes it, from the first event on.
    func replayed(_ view: String) throws -> CrashClient.Copy? {
        Self.copy(try http.view(view, venue: "main", rev: rev))
    }

    private static func copy(_ snapshot: JSON) -> CrashClient.Copy? {
        guard let rev = snapshot["rev"]?.integer, let hash = snapshot["hash"]?.text else {
            return nil
        }
        return CrashClient.Copy(rev: rev, hash: hash)
    }
}
