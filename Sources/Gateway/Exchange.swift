package import HTTPTypes
package import Transport

/// One request and the way back to whoever asked. It may be answered later, once, on its own loop.
package final class Exchange {
    package var request: Request
    private weak var session: HTTPSession?

    init(request: Request, session: HTTPSession) {
        self.request = request
        self.session = session
    }

    /// Who asks; nil when the connection has ended meanwhile.
    package var remoteAddress: SocketAddress? { session?.connection?.remoteAddress }

    /// Whether an answer is still awaited.
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

/// An answer without an end of its own.
package protocol ResponseStream: AnyObject {
    func begin(on body: ResponseBody)
    /// There is room again for what comes next.
    func drained()
    /// A second has gone by.
    func sweep(at now: Duration)
    func stop()
    func closed()
}
