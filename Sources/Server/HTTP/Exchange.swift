import HTTPTypes
import Transport

/// One request and the way back to whoever asked. It may be answered later, once, on its own loop.
final class Exchange {
    let request: Request
    private weak var session: HTTPSession?

    init(request: Request, session: HTTPSession) {
        self.request = request
        self.session = session
    }

    /// Who asks; nil when the connection has ended meanwhile.
    var remoteAddress: SocketAddress? { session?.connection?.remoteAddress }

    func respond(_ response: Response) { session?.respond(response, to: self) }

    func refuse(_ problem: Problem) {
        guard let session else { return }
        respond(session.station.context.files.answer(to: problem, for: request))
    }

    func stream(_ stream: any ResponseStream, fields: HTTPFields) {
        session?.stream(stream, fields: fields, to: self)
    }

    func upgrade(
        _ response: HTTPResponse, _ makeSession: (Connection) -> any Session & ConnectionHandler
    ) {
        session?.upgrade(response, to: self, makeSession)
    }
}

/// An answer without an end of its own.
protocol ResponseStream: AnyObject {
    func begin(on body: ResponseBody)
    /// There is room again for what comes next.
    func drained()
    /// A second has gone by.
    func sweep(at now: Duration)
    func stop()
    func closed()
}
