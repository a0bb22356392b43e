import Boards
import Credentials
import Dispatch
import Gateway
import HTTP
import HTTPTypes
import Sync
import Transport
import Venues

/// Answers a request with a board's outcome: at once, or when its mutations are accepted or
/// rejected, and its work is done.
final class RouteConversation: ClientSink {
    private static let workQueue = DispatchQueue(label: "tablecast.routes", qos: .utility)

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
    ///   - principal: on whose behalf mutations are made; `nil` if the route makes none.
    ///   - type: the media type of an answer.
    ///   - idPrefix: the prefix of the mutations' ids.
    init(
        _ exchange: Exchange, runner: VenueRunner, board: String?, principal: Principal?,
        type: String?, idPrefix: String, at station: Station
    ) {
        self.exchange = exchange
        self.runner = runner
        self.board = board
        self.principal = principal
        self.type = type
        self.idPrefix = idPrefix
        loop = station.loop
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
        case .work(let work):
            let (bound, loop) = (LoopBound(self, on: loop), loop)
            Self.workQueue.async {
                let finish = work()
                loop.execute {
                    let conversation = bound.value
                    conversation.follow(finish(conversation.runner.venue))
                }
            }
        case .wake(let connector):
            if let board { runner.wake(connector, of: board) }
            exchange.respond(Response(.ok))
        case .redirect(let path): exchange.respond(.redirect(to: path))
        // Codes are for pages, and so a board's route begins with them.
        case .code, .nothing: exchange.refuse(.notFound)
        }
    }

    private func respond(_ answer: RouteAnswer) {
        var response = Response.text(answer.text, status: HTTPResponse.Status(code: answer.status))
        response.fields[.contentType] = type
        if let seconds = answer.retryInSeconds {
            response.fields.retryAfter(milliseconds: Int64(seconds) * 1_000)
        }
        if let seconds = answer.secondsFresh {
            let tag = "\"" + Digests.hexadecimal(Digests.sha256(response.body).prefix(12)) + "\""
            response.fields[.eTag] = tag
            response.fields[.cacheControl] = "private, max-age=\(seconds)"
            response.status = exchange.request.status(forTag: tag)
            if response.status != .ok {
                response.body = []
                response.fields[.contentType] = nil
            }
        }
        exchange.respond(response)
    }

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
