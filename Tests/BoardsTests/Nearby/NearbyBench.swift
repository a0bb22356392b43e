import BoardKit
import JSON
import Sync

/// A house with short calls for actions on favourites and rounds.
typealias NearbyBench = VenueBench<BenchedNearby>

struct BenchedNearby: BenchedBoard {
    static let name = "nearby"
    static let timeZone = "America/New_York"

    static let stops = """
        stop_id,stop_name,stop_lat,stop_lon,town
        1,SUMMIT,40.7165,-74.3578,Summit
        2,NEWARK PENN STATION,40.7347,-74.1644,Newark
        3,NEWARK BROAD ST,40.7474,-74.1720,Newark
        """

    static let zips = "zip,city,lat,lon\n07901,Summit,40.7165,-74.3578\n"

    /// Two restaurants and a café in Summit, and a street.
    static let places = """
        {"elements":[
        {"type":"node","id":1,"lat":40.7170,"lon":-74.3580,"tags":{"amenity":"restaurant",
        "name":"Mina's & Söhne","cuisine":"pizza;pasta","addr:street":"Maple St","phone":"+1 908",
        "website":"https://mina.example/","opening_hours":"24/7"}},
        {"type":"node","id":2,"lat":40.7200,"lon":-74.3600,"tags":{"amenity":"cafe","name":"Bean"}},
        {"type":"node","id":3,"lat":40.7300,"lon":-74.3600,"tags":{"amenity":"restaurant",
        "name":"Later","opening_date":"2027-01-01"}},
        {"type":"node","id":4,"lat":40.7166,"lon":-74.3579,"tags":{"amenity":"bar"}},
        {"type":"way","id":5,"tags":{"highway":"residential"},"geometry":[
        {"lat":40.7165,"lon":-74.3578},{"lat":40.7175,"lon":-74.3588}]}
        ]}
        """
}

extension VenueBench where Board == BenchedNearby {
    // MARK: Files

    mutating func get(
        _ path: String, _ query: [String: String] = [:], by principal: Principal = host
    ) -> (status: Int, json: JSON) {
        let answer = request(.get, path, query, by: principal)
        return (answer?.status ?? 404, answer?.json ?? .null)
    }

    @discardableResult
    mutating func load(
        _ kind: String, _ file: [UInt8], feed: String? = nil, isDry: Bool = false,
        meanwhile: (inout NearbyBench) -> Void = { _ in }
    ) -> (status: Int, json: JSON) {
        var query: [String: String] = [:]
        query["feed"] = feed
        if isDry { query["dry"] = "true" }
        let answer = request(.post, kind, query, content: file, meanwhile: meanwhile)
        return (answer?.status ?? 404, answer?.json ?? .null)
    }

    @discardableResult
    mutating func load(_ kind: String, _ text: String, feed: String? = nil) -> (
        status: Int, json: JSON
    ) { load(kind, Array(text.utf8), feed: feed) }

    /// Imports a little of everything.
    mutating func loadAll() {
        load("stops", Board.stops, feed: "njt")
        load("zips", Board.zips)
        load("places", Board.places)
    }

    // MARK: Verbs

    /// Sets a sender, so the house can send mail.
    mutating func setSender() throws(Rejection) {
        let sender: [String: JSON] = [
            "channel": "email", "host": "mail.example.org", "port": 587, "tls": "starttls",
            "from": "house@example.org",
        ]
        try ask("house.set_sender", sender, by: Self.owner)
    }

    /// - Returns: the favourite's id.
    @discardableResult
    mutating func add(
        _ name: String, _ more: [String: JSON] = [:]
    ) throws(Rejection) -> String {
        let arguments: [String: JSON] = ["name": .string(name)]
        return try ask("add", arguments.merging(more) { $1 })["favourite"]?.text ?? ""
    }

    @discardableResult
    mutating func visit(
        _ favourite: String, on date: String = "2026-11-19", notes: String? = nil
    ) throws(Rejection) -> String {
        var arguments: [String: JSON] = ["favourite": .string(favourite), "on": .string(date)]
        arguments["notes"] = notes.map(JSON.string)
        return try ask("visit", arguments)["visit"]?.text ?? ""
    }

    /// - Returns: the round's id.
    @discardableResult
    mutating func open(
        _ title: String = "Friday", _ more: [String: JSON] = [:]
    ) throws(Rejection) -> String {
        let arguments: [String: JSON] = ["title": .string(title)]
        return try ask("open", arguments.merging(more) { $1 })["round"]?.text ?? ""
    }

    /// - Returns: the option's id.
    @discardableResult
    mutating func choose(
        _ favourite: String, in round: String
    ) throws(Rejection) -> String {
        try ask("choose", ["round": .string(round), "favourite": .string(favourite)])["option"]?
            .text ?? ""
    }

    /// - Returns: the friend's id and key.
    @discardableResult
    mutating func join(
        _ round: String, _ name: String, by principal: Principal? = nil
    ) throws(Rejection) -> (id: String, key: String) {
        let joined = try ask(
            "join", ["round": .string(round), "name": .string(name)],
            by: principal ?? Self.guest(of: round))
        return (joined["friend"]?.text ?? "", joined["key"]?.text ?? "")
    }

    mutating func answer(
        _ friend: (id: String, key: String), in round: String, votes: [String]? = nil,
        coming: String? = nil
    ) throws(Rejection) {
        var arguments: [String: JSON] = [
            "friend": .string(friend.id), "key": .string(friend.key),
        ]
        arguments["votes"] = votes.map { .array($0.map(JSON.string)) }
        arguments["coming"] = coming.map(JSON.string)
        try ask("answer", arguments, by: Self.guest(of: round))
    }

    @discardableResult
    mutating func close(
        _ round: String, for option: String? = nil
    ) throws(Rejection) -> String? {
        var arguments: [String: JSON] = ["round": .string(round)]
        arguments["option"] = option.map(JSON.string)
        return try ask("close", arguments)["option"]?.text
    }

    // MARK: Documents

    /// The documents of all views of the board and of these rounds' guests.
    func everything(rounds: [String] = []) -> [String: JSON] {
        var documents: [String: JSON] = [:]
        for view in ["nearby/host", "nearby/display", "nearby/settings"] {
            documents[view] = document(view, by: Self.owner)
        }
        for round in rounds {
            documents[round] = document("nearby/round", by: Self.guest(of: round))
        }
        return documents
    }

    func favourite(_ id: String) -> JSON? { document("nearby/host")?["favourites"]?[id] }
    func round(_ id: String) -> JSON? { document("nearby/host")?["rounds"]?[id] }

    /// The number of errors about a view that its watcher gets during an action.
    mutating func endings(
        of view: String, by principal: Principal,
        while act: (inout NearbyBench) throws -> Void
    ) throws -> Int {
        let watcher = ClientID(number: 7)
        _ = venue.connect(watcher, as: principal, at: now)
        _ = venue.subscribe(watcher, to: view, at: now)
        try act(&self)
        return heard.count { action in
            guard case .send(let id, .error(_, _, let ended, _)) = action else { return false }
            return id == watcher && ended == view
        }
    }
}
