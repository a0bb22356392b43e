package import HTTPTypes
package import Transport

/// A request, and the way to answer it: once, at once or later, on the loop of its connection.
package final class Exchange {
    package var request: Request
    private weak var session: HTTPSession?

    init(request: Request, session: HTTPSession) {
        self.request = request
        self.session = session
    }

    /// The client's address; `nil` if the connection has ended.
    package var remoteAddress: SocketAddress? { session?.connection?.remoteAddress }

    /// Whether the request still waits for its answer.
    package var isOpen: Bool { session?.awaitsAnswer(to: self) ?? false }

    package func respond(_ response: Response) { session?.respond(response, to: self) }

    package func refuse(_ problem: HTTPProblem) {
        guard let session else { return }
        respond(session.connections.handler.answer(to: problem, for: request))
    }

    package func stream(_ stream: any ResponseStream, fields: HTTPFields) {
        session?.stream(stream, fields: fields, to: self)
    }

    package func upgrade(
        _ response: HTTPResponse, _ makeSession: (Connection) -> any Session & ConnectionHandler
    ) {
        session?.upgrade(response, to: self, makeSession)
    }
}

/// An answer of unknown length, written piece by piece.
package protocol ResponseStream: AnyObject {
    /// Begins to write the answer.
    func begin(on body: ResponseBody)
    /// Called when there is room for more output.
    func drained()
    /// Called once a second.
    func sweep(at now: Duration)
    /// Ends the answer because the hub stops.
    func stop()
    /// Called when the connection has closed.
    func closed()
}
