public import Destinations
public import HTTPTypes
import Locks

/// A calendar server that is called without a network. The same requests always get the same answers.
public final class CalDAVServer: OutgoingSender {
    /// What goes wrong with a request.
    public enum Fault: Sendable {
        /// It never arrives.
        case requestLost(OutgoingError = .timedOut)
        /// It is done, but its answer never arrives.
        case answerLost(OutgoingError = .timedOut)
        /// Something else answers.
        case answered(OutgoingAnswer)
        /// The answer is cut off after so many bytes.
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

    /// Looks at what the server has, or changes it as another client would.
    public func with<Result>(_ body: (inout CalDAVState) throws -> Result) rethrows -> Result {
        try contents.with { try body(&$0.state) }
    }

    /// Decides for each request what goes wrong with it.
    public func setFault(_ fault: (@Sendable (OutgoingRequest) -> Fault?)?) {
        contents.with { $0.fault = fault }
    }

    /// Lets something go wrong with the next request, or the next of a method.
    public func failNext(_ method: HTTPRequest.Method? = nil, _ fault: Fault) {
        contents.with { $0.faults.append((method, fault)) }
    }

    /// The requests that were made since this was asked the last time.
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
