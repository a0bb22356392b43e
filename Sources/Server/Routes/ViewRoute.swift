import Gateway
import HTTP
import HTTPTypes
import Storage
import Sync
import Transport
import Venues

/// `GET /v1/<venue>/views/<view>`: the view's snapshot message, now or at the revision `rev`.
enum ViewRoute {
    static func answer(_ call: Call, view: String) throws(HTTPProblem) {
        let principal = try call.principal()
        let runner = try call.runner()
        if let rev = try revision(asked: call.request, of: principal, runner) {
            return past(rev, view, call, by: principal, runner)
        }
        runner.read(view, parameters(of: call.request), by: principal) { result in
            call.proceed { () throws(HTTPProblem) in answer(call, try read(result)) }
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
        _ rev: Int, _ view: String, _ call: Call, by principal: Principal, _ runner: VenueRunner
    ) {
        let parameters = parameters(of: call.request)
        let bound = LoopBound(call, on: call.server.loop)
        let fresh = VenueFactory.make(
            runner.venue.record, boards: call.context.options.boards)
        let work = runner.venue.workRecord
        call.context.history.past(
            fresh, at: rev, end: runner.venue.rev, on: call.server.loop,
            { venue in
                venue.workRecord = work
                return Result { () throws(ViewRefusal) in
                    try venue.readPast(view, parameters, by: principal)
                }
            },
            { result in
                let call = bound.value
                call.proceed { () throws(HTTPProblem) in
                    guard case .success(let past) = result else { throw Self.unreadable }
                    answer(call, try read(past))
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

    private static func answer(_ call: Call, _ read: ViewReading) {
        let tag = "\"\(read.epoch)-\(read.rev)\""
        var response = Response.json(read.snapshot)
        response.fields[.cacheControl] = "private, no-cache"
        response.fields[.vary] = "Cookie, Authorization"
        call.respond(call.request.conditional(response, tag: tag))
    }
}
