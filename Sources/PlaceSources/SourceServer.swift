public import Destinations
import HTTPTypes

/// Sends requests to the server that the owner has configured for a source.
struct SourceServer: Sendable {
    let surroundings: OutgoingSurroundings
    /// The base URL of all requests.
    let base: Destination
    let allowsPrivate: Bool
    let answerBytesMax: Int

    init(
        _ base: String, _ surroundings: OutgoingSurroundings, allowsPrivate: Bool,
        answerBytesMax: Int
    ) throws(SourceTrouble) {
        do {
            self.base = try Destination(base)
        } catch {
            throw SourceTrouble(.unreachable)
        }
        self.surroundings = surroundings
        self.allowsPrivate = allowsPrivate
        self.answerBytesMax = answerBytesMax
    }

    /// - Parameter target: the path and query to append, such as `/businesses/search?limit=50`.
    func send(
        _ method: HTTPRequest.Method, _ target: String = "", fields: HTTPFields,
        body: [UInt8] = []
    ) throws(SourceTrouble) -> OutgoingAnswer {
        let path = target.isEmpty ? base.path : Self.joined(base.path, target)
        guard let destination = base.at(path) else { throw SourceTrouble(.unreachable) }
        var fields = fields
        fields[.userAgent] = "tablecast"
        fields[.accept] = "application/json"
        do {
            return try surroundings.sender(allowsPrivate).send(
                OutgoingRequest(
                    method, destination, fields: fields, body: body, timeout: .seconds(30),
                    answerBytesMax: answerBytesMax))
        } catch {
            throw SourceTrouble(TransferFailure(error))
        }
    }

    private static func joined(_ path: String, _ target: String) -> String {
        (path.hasSuffix("/") ? String(path.dropLast()) : path) + target
    }
}

/// A reason why a source did not answer.
public struct SourceTrouble: Error, Sendable, Equatable {
    public var failure: TransferFailure
    /// The minimum pause in seconds that the source asks for.
    public var secondsMin: Int?

    public init(_ failure: TransferFailure, secondsMin: Int? = nil) {
        self.failure = failure
        self.secondsMin = secondsMin
    }
}
