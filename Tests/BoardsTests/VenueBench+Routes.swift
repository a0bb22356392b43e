import JSON
import ShippedBoards
import Sync

@testable import BoardKit

/// The answer to an HTTP request.
struct RouteReply {
    var status: Int
    var text = ""
    var type: String?
    /// Whether the answer may be cached forever.
    var isLasting = false
    var retryInSeconds: Int?
    var code: String?
    var delay = Duration.zero
    /// The number of computations for the answer.
    var computationCount = 0

    var json: JSON { (try? JSON(parsing: text)) ?? .null }

    init(_ status: Int, _ text: String = "") {
        self.status = status
        self.text = text
    }

    init(_ answer: RouteAnswer) {
        self.init(
            answer.status, answer.members.map { JSON.object($0).canonicalText } ?? answer.text)
        type = answer.type
        retryInSeconds = answer.retryInSeconds
        if case .lasting = answer.freshness { isLasting = true }
    }
}

/// Calls the board's HTTP routes as the hub does.
extension VenueBench {
    /// Returns the answer to a request below the board's address, or `nil` if no route fits.
    ///
    /// - Parameters:
    ///   - principal: `nil` for somebody who is not signed in.
    ///   - meanwhile: runs while the hub computes the answer away from the venue.
    mutating func request(
        _ method: BoardRoute.Method, _ path: String, _ query: [String: String] = [:],
        content: [UInt8] = [], by principal: Principal? = host,
        meanwhile: (inout VenueBench) -> Void = { _ in }
    ) -> RouteReply? {
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        guard
            let address = BoardRegistry.shipped.address(
                of: Board.name, at: components.map(String.init)),
            let route = address.routes.first(where: { $0.method == method })
        else { return nil }
        if case .roles = route.access {
            guard let principal, route.isOpen(to: principal.role) else { return RouteReply(403) }
        }
        var outcome = route.outcome(
            BoardRoute.Request(
                query: query, content: content, components: address.components,
                principal: principal, at: now), venue)
        var delay = Duration.zero
        var computationCount = 0
        var isWorking = false
        while true {
            switch outcome {
            case .later(let time, let next):
                delay += time
                outcome = next
            case .work(let work), .computation(let work):
                if case .computation = outcome { computationCount += 1 }
                let next = work()
                if !isWorking { meanwhile(&self) }
                isWorking = true
                outcome = next(venue)
            case .mutation(let action, let arguments, let content, let next):
                guard let principal else { return nil }
                do throws(Rejection) {
                    let result = try ask(action, arguments, by: principal, content: content)
                    let change = AcceptedChange(rev: rev, result: result == .null ? nil : result)
                    outcome = next(.success(change), venue)
                } catch {
                    outcome = next(.failure(error), venue)
                }
            case .lookup(_, _, let next):
                outcome = next(.failed(.unreachable, retryAfter: .seconds(10)), venue)
            case .answer(let answer):
                var reply = RouteReply(answer)
                reply.type = reply.type ?? route.gives
                reply.delay = delay
                reply.computationCount = computationCount
                return reply
            case .ticket(let ticket): return RouteReply(RouteAnswer(["ticket": .string(ticket)]))
            case .wake: return RouteReply(200)
            case .redirect(let path): return RouteReply(303, path)
            case .code(let path): return RouteReply(200, path)
            case .problem(let problem, let retryInSeconds):
                // The description must list the problem.
                guard route.problems?.contains(problem) == true else { return nil }
                var reply = RouteReply(problem.status.rawValue)
                reply.code = problem.code
                reply.delay = delay
                reply.retryInSeconds = retryInSeconds
                return reply
            case .nothing: return nil
            }
        }
    }

    /// Returns the answer to a request that changes nothing.
    func read(
        _ path: String, _ query: [String: String] = [:], by principal: Principal? = host
    ) -> RouteReply? {
        var copy = self
        return copy.request(.get, path, query, by: principal)
    }
}
