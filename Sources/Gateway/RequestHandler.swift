/// Answers the requests that come by one loop's connections, and knows who makes them. Lives on that
/// loop.
package protocol RequestHandler: AnyObject {
    /// What a request is for, as its head says.
    func route(of request: Request) -> any RoutedRequest

    /// Whether a request, whose devices were looked up, is that of one.
    func recognizes(_ request: Request) -> Bool

    /// What is wrong, as a page for a person's browser and as a problem document for the rest.
    func answer(to problem: HTTPProblem, for request: Request?) -> Response

    /// What is wrong, for a person.
    func page(of problem: HTTPProblem, for request: Request?) -> Response
}

/// A request's address, as the handler has understood it.
package protocol RoutedRequest {
    /// Whether it has to be looked up on which loop it is answered.
    var needsLookup: Bool { get }
    /// The loop that answers it; `nil` when that is the one at hand.
    var otherLoop: ConnectionLoop? { get }
    /// Whether the address is one that a person's browser opens, rather than a program.
    var isForPeople: Bool { get }
    /// Whether anything is done with the request's content.
    var takesContent: Bool { get }
    /// Finds out who asks.
    ///
    /// - Parameter done: called at once where memory knows all; otherwise later, on this loop. What
    ///   the request is told holds in that call, and no longer.
    func identify(_ request: Request, _ done: @escaping (Result<Request, HTTPProblem>) -> Void)
    /// Refuses what the head alone makes wrong, so that nobody's content is kept who may not send it.
    func checkHead(of request: Request) throws(HTTPProblem)
    /// Answers the request, at once or later on this loop.
    func answer(_ exchange: Exchange)
}
