import BoardKit
import Credentials
import Dispatch
import Foundation
import Gateway
import HTTP
import HTTPTypes
import JSON
import Sync
import Transport
import Venues

/// Answers a request with a board's outcome: at once, or after its mutations are accepted or
/// rejected, its work is done, and its delay has passed.
final class RouteConversation: ClientSink {
    private static let workQueue = DispatchQueue(label: "tablecast.routes", qos: .utility)
    private static let computations = {
        let queue = OperationQueue()
        queue.name = "tablecast.computations"
        queue.qualityOfService = .utility
        queue.maxConcurrentOperationCount = 2
        return queue
    }()
    /// The computations of clients that hang up still run, so their number is limited.
    private static let computationCountMax = 4_096

    private let exchange: Exchange
    private let runner: VenueRunner
    private let board: String?
    private let principal: Principal?
    private let type: String?
    private let idPrefix: String
    private let loop: EventLoop
    private var next: Next?

    private typealias Next =
        @Sendable (Result<AcceptedChange, Rejection>, Venue) -> RouteOutcome

    /// - Parameters:
    ///   - board: the board whose route it is; `nil` for another system's address.
    ///   - principal: the sender of mutations; `nil` if the route makes none.
    ///   - type: the media type of an answer.
    ///   - idPrefix: the prefix of the mutations' ids.
    init(
        _ exchange: Exchange, runner: VenueRunner, board: String?, principal: Principal?,
        type: String?, idPrefix: String, at server: LoopServer
    ) {
        self.exchange = exchange
        self.runner = runner
        self.board = board
        self.principal = principal
        self.type = type
        self.idPrefix = idPrefix
        loop = server.loop
    }

    func follow(_ outcome: RouteOutcome) {
        switch outcome {
        case .answer(let answer): respond(answer)
        case .mutation(let action, let arguments, let reference, let next):
            guard let principal else { return exchange.refuse(.notFound) }
            self.next = next
            let mutation = Mutation(
                id: idPrefix + RandomID.make(), action: action, arguments: arguments,
                reference: reference)
            runner.mutate(mutation, by: principal, answerTo: self)
        case .work(let work): Self.workQueue.async(execute: done(work))
        case .computation(let work):
            guard Self.computations.operationCount < Self.computationCountMax else {
                return exchange.refuse(Self.tooMuchToCompute)
            }
            Self.computations.addOperation(done(work))
        case .later(let delay, let outcome):
            _ = loop.schedule(after: delay) { [self] in follow(outcome) }
        case .lookup(let lookup, let waitMax, let next):
            guard let board else { return exchange.refuse(.notFound) }
            runner.ask(lookup, of: board, waitMax: waitMax) { [self] answer in
                follow(next(answer, runner.venue))
            }
        case .wake(let connector):
            if let board { runner.wake(connector, of: board) }
            exchange.respond(Response(.ok))
        case .redirect(let path): exchange.respond(.redirect(to: path))
        case .problem(let problem, let retryInSeconds):
            respond(
                .refusal(
                    problem.status.rawValue, problem.detail, ["code": .string(problem.code)],
                    retryInSeconds: retryInSeconds))
        // A route answers with a code or a ticket at once, never after other work.
        case .code, .ticket, .nothing: exchange.refuse(.notFound)
        }
    }

    private static let tooMuchToCompute = HTTPProblem(
        .serviceUnavailable, "The hub has too much to compute; try again in a moment.",
        fields: [.retryAfter: "1"])

    /// Returns a closure that does the work away from the loop, and then continues with the result.
    private func done(
        _ work: @escaping @Sendable () -> @Sendable (Venue) -> RouteOutcome
    ) -> @Sendable () -> Void {
        let (bound, loop) = (LoopBound(self, on: loop), loop)
        return {
            let finish = work()
            loop.execute {
                let conversation = bound.value
                conversation.follow(finish(conversation.runner.venue))
            }
        }
    }

    private func respond(_ answer: RouteAnswer) {
        let status = HTTPResponse.Status(ofBoard: answer.status)
        if let members = answer.members {
            var problem = HTTPProblem(status, answer.text, members: members)
            problem.fields[.retryAfter] = answer.retryInSeconds.map(String.init)
            return exchange.refuse(problem)
        }
        var response = Response.text(answer.text, status: status)
        response.fields[.contentType] = answer.type ?? type
        switch answer.freshness {
        case .none: break
        case .lasting: response.fields[.cacheControl] = Self.lasting
        case .seconds(let seconds):
            let tag = "\"" + Digests.hexadecimal(Digests.sha256(response.body).prefix(12)) + "\""
            response.fields[.cacheControl] = "private, max-age=\(seconds)"
            response = exchange.request.conditional(response, tag: tag)
        }
        exchange.respond(response)
    }

    /// The caching of lasting responses: for a year, the longest time for which caches store them.
    private static let lasting = "private, max-age=31536000, immutable"

    func deliver(_ message: ServerMessage) {
        guard let next else { return }
        let outcome: Result<AcceptedChange, Rejection>
        switch message {
        case .reject(_, let reason): outcome = .failure(reason)
        case .ack(let ack): outcome = .success(AcceptedChange(rev: ack.rev, result: ack.result))
        default: return
        }
        self.next = nil
        follow(next(outcome, runner.venue))
    }

    func close(_ code: CloseCode, reason: String) {}

    var origin: RecentEvent.Origin? {
        RecentEvent.Origin(way: .http, address: exchange.remoteAddress)
    }
}
