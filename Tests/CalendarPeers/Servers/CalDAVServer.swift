public import Destinations
public import HTTPTypes
import Locks

/// A simulated, deterministic calendar server that is called without a network.
public final class CalDAVServer: OutgoingSender {
    /// A fault of one request.
    public enum Fault: Sendable {
        /// The request never arrives.
        case requestLost(OutgoingError = .timedOut)
        /// The request is carried out, but its answer never arrives.
        case answerLost(OutgoingError = .timedOut)
        /// Another program answers.
        case answered(OutgoingAnswer)
        /// The answer is cut off after this many bytes.
        case cutOff(Int)
    }

    private struct Contents {
        var state: CalDAVState
        var fault: (@Sendable (OutgoingRequest) -> Fault?)?
        var faults: [(method: HTTPRequest.Method?, fault: Fault)] = []
        var requests: [OutgoingRequest] = []
    }

    private let contents: Locked<Contents>

    public init(_ state: CalDAVState = CalDAVState()) {
        contents = Locked(Contents(state: state))
    }

    /// Reads or changes the server's state, as another client would.
    public func with<Result>(_ body: (inout CalDAVState) throws -> Result) rethrows -> Result {
        try contents.with { try body(&$0.state) }
    }

    /// Sets a function that chooses the fault of each request.
    public func setFault(_ fault: (@Sendable (OutgoingRequest) -> Fault?)?) {
        contents.with { $0.fault = fault }
    }

    /// Orders a fault of the next request, or of the next one with a method.
    public func failNext(_ method: HTTPRequest.Method? = nil, _ fault: Fault) {
        contents.with { $0.faults.append((method, fault)) }
    }

    /// Returns the requests since the last call.
    public func takeRequests() -> [OutgoingRequest] {
        contents.with { contents in
            defer { contents.requests = [] }
            return contents.requests
        }
    }

    public func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
        try contents.with { contents throws(OutgoingError) in
            contents.requests.append(request)
            let fault = Self.takeFault(of: request, &contents)
            switch fault {
            case .requestLost(let error): throw error
            case .answered(let answer): return answer
            default: break
            }
            var answer = contents.state.answer(request)
            if case .answerLost(let error) = fault { throw error }
            if case .cutOff(let count) = fault {
                answer.body = Array(answer.body.prefix(count))
                answer.isWhole = false
            }
            if answer.body.count > request.answerBytesMax {
                answer.body = Array(answer.body.prefix(request.answerBytesMax))
                answer.isWhole = false
            }
            return answer
        }
    }

    private static func takeFault(of request: OutgoingRequest, _ contents: inout Contents) -> Fault?
    {
        let place = contents.faults.firstIndex { $0.method == nil || $0.method == request.method }
        return place.map { contents.faults.remove(at: $0).fault } ?? contents.fault?(request)
    }
}
