import HTTP
import HTTPTypes
import Store
import Sync

/// `GET /v1/<venue>/views/<view>`: the snapshot message, once.
enum ViewRoute {
    static func answer(
        _ exchange: Exchange, venue: String, view: String, at station: Station
    ) {
        do throws(Problem) {
            let principal = try Authenticator(station.context).principal(
                for: exchange.request, venue: venue, needsOrigin: false)
            let host = try station.openHost(of: venue)
            if let rev = try revision(asked: exchange.request, of: principal, host) {
                return past(rev, view, exchange, by: principal, host, at: station)
            }
            let read = try read(view) { () throws(ViewRefusal) in
                try host.read(view, by: principal)
            }
            answer(exchange, read, epoch: host.venue.record.epoch)
        } catch {
            exchange.respond(error.document)
        }
    }

    private static func revision(
        asked request: Request, of principal: Principal, _ host: VenueHost
    ) throws(Problem) -> Int? {
        guard let text = request.query["rev"] else { return nil }
        try principal.demandInspector(to: "look at the past")
        guard let rev = Int(text), rev >= 0 else {
            throw Problem(.badRequest, "rev must be a whole number from 0 on.")
        }
        guard rev <= host.venue.rev else {
            throw Problem(
                .notFound, "The journal ends at revision \(host.venue.rev).")
        }
        return rev
    }

    /// The view as it was: the journal's events, up to that revision, on a fresh venue.
    private static func past(
        _ rev: Int, _ view: String, _ exchange: Exchange, by principal: Principal,
        _ host: VenueHost, at station: Station
    ) {
        let exchange = LoopBound(exchange, on: station.loop)
        let fresh = VenueFactory.make(host.venue.record, store: station.context.store)
        station.context.history.past(
            fresh, at: rev, end: host.venue.rev, on: station.worker,
            { (venue, _) in
                Result { () throws(ViewRefusal) in try venue.read(view, by: principal) }
            },
            { _, result in
                let exchange = exchange.value
                do throws(Problem) {
                    guard case .success(let past) = result else { throw Self.unreadable }
                    answer(
                        exchange, try read(view) { () throws(ViewRefusal) in try past.get() },
                        epoch: fresh.record.epoch)
                } catch {
                    exchange.respond(error.document)
                }
            })
    }

    static let unreadable = Problem(
        .serviceUnavailable, "The journal can't be read; try again.")

    private static func read(
        _ view: String,
        _ body: () throws(ViewRefusal) -> (snapshot: [UInt8], rev: Int)
    ) throws(Problem) -> (snapshot: [UInt8], rev: Int) {
        do {
            return try body()
        } catch .forbidden {
            throw Problem(.forbidden, "A device of this role may not read this view.")
        } catch {
            throw Problem(.notFound, "There is no such view.")
        }
    }

    private static func answer(
        _ exchange: Exchange, _ read: (snapshot: [UInt8], rev: Int), epoch: String
    ) {
        let tag = "\"\(epoch)-\(read.rev)\""
        var response = Response.json(read.snapshot)
        response.fields[.eTag] = tag
        response.fields[.cacheControl] = "private, no-cache"
        response.fields[.vary] = "Cookie, Authorization"
        response.status = exchange.request.status(forTag: tag)
        if response.status != .ok {
            response.body = []
            response.fields[.contentType] = nil
        }
        exchange.respond(response)
    }
}
