import Gateway
import HTTP
import HTTPTypes
import Storage
import Sync
import Transport
import Venues

/// `GET /v1/<venue>/views/<view>`: the view's snapshot message, now or at the revision `rev`.
enum ViewRoute {
    static func answer(
        _ exchange: Exchange, venue: String, view: String, at station: Station
    ) {
        do throws(HTTPProblem) {
            let principal = try Authenticator(station.context).principal(
                for: exchange.request, venue: venue, needsOrigin: false)
            let runner = try station.openRunner(of: venue)
            if let rev = try revision(asked: exchange.request, of: principal, runner) {
                return past(rev, view, exchange, by: principal, runner, at: station)
            }
            runner.read(view, parameters(of: exchange.request), by: principal) { result in
                do throws(HTTPProblem) {
                    answer(exchange, try read(result))
                } catch {
                    exchange.respond(error.document)
                }
            }
        } catch {
            exchange.respond(error.document)
        }
    }

    /// Returns the view's parameters: the items of the query that the hub itself does not use.
    private static func parameters(of request: Request) -> [(name: String, value: String)] {
        request.query.items.filter { $0.name != "rev" && $0.name != "as" }
    }

    private static func revision(
        asked request: Request, of principal: Principal, _ runner: VenueRunner
    ) throws(HTTPProblem) -> Int? {
        guard let text = request.query["rev"] else { return nil }
        try principal.demandInspector(to: "look at the past")
        guard let rev = Int(text), rev >= 0 else {
            throw HTTPProblem(.badRequest, "rev must be a whole number from 0 on.")
        }
        guard rev <= runner.venue.rev else {
            throw HTTPProblem(
                .notFound, "The journal ends at revision \(runner.venue.rev).")
        }
        return rev
    }

    /// Answers with the view as it was at a revision, by replaying the journal on a fresh venue.
    private static func past(
        _ rev: Int, _ view: String, _ exchange: Exchange, by principal: Principal,
        _ runner: VenueRunner, at station: Station
    ) {
        let parameters = parameters(of: exchange.request)
        let exchange = LoopBound(exchange, on: station.loop)
        let fresh = VenueFactory.make(
            runner.venue.record, boards: station.context.options.boards)
        let work = runner.venue.workRecord
        station.context.history.past(
            fresh, at: rev, end: runner.venue.rev, on: station.loop,
            { venue in
                venue.workRecord = work
                return Result { () throws(ViewRefusal) in
                    try venue.readPast(view, parameters, by: principal)
                }
            },
            { result in
                let exchange = exchange.value
                do throws(HTTPProblem) {
                    guard case .success(let past) = result else { throw Self.unreadable }
                    answer(exchange, try read(past))
                } catch {
                    exchange.respond(error.document)
                }
            })
    }

    static let unreadable = HTTPProblem(
        .serviceUnavailable, "The journal can't be read; try again.")

    private static func read(
        _ result: Result<ViewReading, ViewRefusal>
    ) throws(HTTPProblem) -> ViewReading {
        do {
            return try result.get()
        } catch .forbidden {
            throw HTTPProblem(.forbidden, "A device of this role may not read this view.")
        } catch .invalid(let message) {
            throw HTTPProblem(.badRequest, "\(message).")
        } catch .setAside {
            throw HTTPProblem(
                .serviceUnavailable,
                "The hub ended twice while it made this view, so it is set aside. The owner can try "
                    + "again on the page of the screens.")
        } catch {
            throw HTTPProblem(.notFound, "There is no such view.")
        }
    }

    private static func answer(
        _ exchange: Exchange, _ read: ViewReading
    ) {
        let tag = "\"\(read.epoch)-\(read.rev)\""
        var response = Response.json(read.snapshot)
        response.fields[.cacheControl] = "private, no-cache"
        response.fields[.vary] = "Cookie, Authorization"
        exchange.respond(exchange.request.conditional(response, tag: tag))
    }
}
