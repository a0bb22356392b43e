import CalendarMerging
import Destinations
import FoundationEssentials
import HTTPTypes

/// The requests of one account. Credentials are sent only to the origin of the account's URL,
/// whatever other URLs the server names.
struct DAVServer {
    static let answerBytesMax = 10_000_000
    private static let redirectionsMax = 5

    private let sender: any OutgoingSender
    private let address: Destination
    private let authorization: String

    /// - Parameter address: the account's URL.
    init(_ sender: any OutgoingSender, at address: Destination, user: String, password: String) {
        self.sender = sender
        self.address = address
        authorization = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }

    /// Sends a request and follows redirects.
    ///
    /// - Returns: the answer, which is neither a 401 nor a temporary failure, and its URL.
    func send(
        _ method: HTTPRequest.Method, _ place: Destination, fields: HTTPFields = [:],
        body: [UInt8] = []
    ) throws(DAVFailure) -> (answer: OutgoingAnswer, place: Destination) {
        var place = place
        for _ in 0...Self.redirectionsMax {
            let answer = try exchange(method, place, fields, body)
            guard [301, 302, 307, 308].contains(answer.status),
                let text = answer.fields[.location], let next = place.place(of: text)
            else {
                try check(answer, of: place)
                return (answer, place)
            }
            place = next
        }
        throw .notMultistatus(status: 310)
    }

    private func exchange(
        _ method: HTTPRequest.Method, _ place: Destination, _ fields: HTTPFields, _ body: [UInt8]
    ) throws(DAVFailure) -> OutgoingAnswer {
        var fields = fields
        if place.isAtServer(of: address) { fields[.authorization] = authorization }
        fields[.userAgent] = "tablecast"
        let request = OutgoingRequest(
            method, place, fields: fields, body: body, timeout: .seconds(30),
            answerBytesMax: Self.answerBytesMax)
        do throws(OutgoingError) {
            return try sender.send(request)
        } catch {
            throw DAVFailure(error)
        }
    }

    /// Returns the failure to report for a 401 from this URL.
    func refusal(at place: Destination) -> DAVFailure {
        place.isAtServer(of: address)
            ? .account(.wrongPassword) : .account(.elsewhere, at: place.origin + place.path)
    }

    private func check(
        _ answer: OutgoingAnswer, of place: Destination
    ) throws(DAVFailure) {
        switch answer.status {
        case 401: throw refusal(at: place)
        case 408, 425, 429, 500, 502, 503, 504:
            throw .transfer(.answered(answer.status), secondsMin: answer.pauseSeconds)
        default: break
        }
        guard !answer.isWhole else { return }
        if answer.body.count >= Self.answerBytesMax { throw .tooLong }
        throw .transfer(.notWhole)
    }

    /// Requests properties (RFC 4918, section 9.1).
    ///
    /// - Parameter depth: 0 for the resource alone, 1 for its members too.
    func properties(
        _ names: [String], of place: Destination, depth: Int
    ) throws(DAVFailure) -> (found: Multistatus, place: Destination) {
        try ask(.propfind, place, DAVBody.propfind(names), depth: depth)
    }

    /// Requests a report (RFC 3253, section 3.6).
    func report(
        _ body: [UInt8], of place: Destination, depth: Int
    ) throws(DAVFailure) -> Multistatus {
        try ask(.report, place, body, depth: depth).found
    }

    private func ask(
        _ method: HTTPRequest.Method, _ place: Destination, _ body: [UInt8], depth: Int
    ) throws(DAVFailure) -> (found: Multistatus, place: Destination) {
        let fields: HTTPFields = [
            .contentType: "application/xml; charset=utf-8", .depth: "\(depth)",
        ]
        let (answer, place) = try send(method, place, fields: fields, body: body)
        guard answer.status == 207, let found = Multistatus(reading: answer.body) else {
            throw .notMultistatus(status: answer.status)
        }
        return (found, place)
    }
}

extension HTTPRequest.Method {
    static let propfind = Self("PROPFIND")!
    static let report = Self("REPORT")!
}

extension HTTPField.Name {
    static let depth = Self("Depth")!
}
