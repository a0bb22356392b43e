import COutgoing
public import Destinations

/// Sends HTTP/1.1 requests concurrently, each like `OutgoingClient` does, and keeps connections
/// open for later requests.
///
/// Event loops must not wait for the answers.
public final class OutgoingBatch {
    private let client: OutgoingClient
    private let batch: OpaquePointer
    /// The pending requests, by their numbers.
    private var transfers: [Int: (exchange: OutgoingExchange, transfer: OpaquePointer)] = [:]

    /// - Parameter client: The client whose settings apply to the requests.
    public init(of client: OutgoingClient) {
        self.client = client
        guard let batch = outgoing_batch_create() else { fatalError("there is not enough memory") }
        self.batch = batch
    }

    deinit {
        for number in Array(transfers.keys) { abandon(number) }
        outgoing_batch_free(batch)
    }

    /// Begins to send a request.
    ///
    /// - Parameter number: Identifies the request until it has ended or was abandoned. Must be
    ///   unique among pending requests.
    public func begin(_ request: OutgoingRequest, number: Int) {
        let exchange = OutgoingExchange(of: client, number: number)
        let transfer = exchange.withCRequest(request) { outgoing_batch_begin(batch, $0) }
        guard let transfer else { fatalError("there is not enough memory") }
        transfers[number] = (exchange, transfer)
    }

    /// Stops a request at once, and closes its connection. Does nothing if the request has ended.
    public func abandon(_ number: Int) {
        guard let (_, transfer) = transfers.removeValue(forKey: number) else { return }
        outgoing_batch_abandon(batch, transfer)
    }

    /// Waits until a request has ended, and returns its result.
    ///
    /// - Returns: `nil` after the time, or earlier if the transfers made progress.
    public func next(
        within time: Duration
    ) -> (number: Int, result: Result<OutgoingAnswer, OutgoingError>)? {
        var end = outgoing_end()
        let milliseconds = Int32(clamping: OutgoingClient.milliseconds(time))
        guard outgoing_batch_next(batch, milliseconds, &end) == 1,
            let exchange = OutgoingExchange.of(end.context)
        else { return nil }
        defer { transfers[exchange.number] = nil }
        let problem = withUnsafeBytes(of: end.problem, text(of:))
        let result = Result { () throws(OutgoingError) in
            try exchange.answer(end.outcome, status: end.status, problem: problem)
        }
        return (exchange.number, result)
    }
}
