/// Answers requests on one loop's connections, and identifies senders. Lives on that loop.
package protocol RequestHandler: AnyObject {
    /// Returns the route of a request, according to its head.
    func route(of request: Request) -> any RoutedRequest

    /// Whether a request comes from a signed-in device. Its devices must have been looked up.
    func recognizes(_ request: Request) -> Bool

    /// Returns the answer to a problem: a page for a browser, otherwise a problem document.
    func answer(to problem: HTTPProblem, for request: Request?) -> Response

    /// Returns the page about a problem, for a person.
    func page(of problem: HTTPProblem, for request: Request?) -> Response
}

/// The address of a request, as the handler understands it.
package protocol RoutedRequest {
    /// Whether a look-up is needed to find the loop that answers the request.
    var needsLookup: Bool { get }
    /// The loop that answers the request; `nil` if it is the current one.
    var otherLoop: LoopConnectionsHandle? { get }
    /// Whether browsers open the address, rather than programs.
    var isForPeople: Bool { get }
    /// The maximum length of the request's content; `nil` if it is not used.
    var contentBytesMax: Int? { get }
    /// Whether the address has a separate limit, and memory shows that the sender is signed in
    /// there. The request then does not count towards the sender's limits.
    func hasOwnLimit(for request: Request) -> Bool
    /// Looks up who made the request.
    ///
    /// - Parameter done: called with the request and its devices, at once if memory knows them,
    ///   otherwise later on this loop. The devices are valid during that call only.
    func identify(_ request: Request, _ done: @escaping (Result<Request, HTTPProblem>) -> Void)
    /// Refuses a request for reasons in its head, before its content is received.
    func checkHead(of request: Request) throws(HTTPProblem)
    /// Answers the request, at once or later, on this loop.
    func answer(_ exchange: Exchange)
}
