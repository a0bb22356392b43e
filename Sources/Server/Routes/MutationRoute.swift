import BoardKit
import Gateway
import HTTPTypes
import JSON
import Sync
import Venues

/// `POST /v1/<venue>/mutations`: performs the mutation of one `mutate` message.
enum MutationRoute {
    static func answer(_ call: Call) throws(HTTPProblem) {
        let principal = try call.principal(needsOrigin: true, mayBeByJoinLink: true)
        let runner = try call.runner()
        let mutation = try mutation(call.request.body)
        runner.mutate(mutation, by: principal, answerTo: Answer(call.exchange))
    }

    private static func mutation(_ body: [UInt8]) throws(HTTPProblem) -> Mutation {
        do {
            if case .mutate(let mutation) = try ClientMessage(parsing: body) { return mutation }
        } catch {
            throw HTTPProblem(.badRequest, error.message)
        }
        throw HTTPProblem(.badRequest, "The body must be one mutate message.")
    }

    /// Answers a request with the result of its mutation.
    final class Answer: ClientSink {
        private let exchange: Exchange

        init(_ exchange: Exchange) { self.exchange = exchange }

        func deliver(_ message: ServerMessage) {
            var response = Response.json(message.bytes)
            if case .reject(_, let rejection) = message {
                response.status = HTTPResponse.Status(ofBoard: rejection.code.httpStatus)
                if let milliseconds = rejection.retryInMilliseconds {
                    response.fields.retryAfter(milliseconds: Int64(milliseconds))
                }
            }
            exchange.respond(response)
        }

        func close(_ code: CloseCode, reason: String) {}

        var origin: RecentEvent.Origin? {
            RecentEvent.Origin(way: .http, address: exchange.remoteAddress)
        }
    }
}
