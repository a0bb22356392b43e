import CalendarMerging
import Destinations
import HTTPTypes
import JSON

/// A reason why a job stopped.
enum GoogleTrouble: Error, Equatable {
    /// A temporary failure that is retried automatically.
    case later(TransferFailure, secondsMin: Int?)
    /// A person has to act.
    case refused(AccountProblem)
}

/// An answer that Google gave to the request itself.
struct GoogleReply {
    let status: Int
    /// The JSON body; `null` if there is none.
    let json: JSON

    var isDone: Bool { (200..<300).contains(status) }
    var isGone: Bool { status == 404 || status == 410 }

    /// The reason of the first error, such as `rateLimitExceeded`.
    var reason: String? { json["error"]?["errors"]?.elements?.first?["reason"]?.text }
}

/// The API calls of one job.
struct GoogleSession {
    /// The maximum size of an answer: 2,500 events of about 12 KB each.
    private static let answerBytesMax = 32 * 1024 * 1024
    private static let limitReasons = ["rateLimitExceeded", "userRateLimitExceeded"]
    /// The reasons for limits that last for hours.
    private static let quotaReasons = ["dailyLimitExceeded", "quotaExceeded"]
    private static let quotaPauseSeconds = 3_600

    let surroundings: OutgoingSurroundings
    let memory: GoogleMemory
    let account: CalendarAccount
    let clientID: String
    let redirectPath: String
    let secrets: any AccountSecrets

    var addresses: GoogleAddresses { GoogleAddresses(base: surroundings.googleBase) }

    /// Calls the Calendar API. Renews a refused access token once.
    ///
    /// - Parameter match: the required entity tag of the event.
    func call(
        _ method: HTTPRequest.Method, _ segments: [String],
        _ query: [(name: String, value: String)] = [], body: JSON? = nil, match: String? = nil
    ) throws(GoogleTrouble) -> GoogleReply {
        guard let destination = addresses.calendar(segments, query) else {
            throw .refused(.badAddress)
        }
        var fields: HTTPFields = [:]
        if body != nil { fields[.contentType] = "application/json" }
        if let match { fields[.ifMatch] = match }
        for isLastTry in [false, true] {
            fields[.authorization] = "Bearer " + (try accessToken())
            let reply = try send(method, destination, fields, body?.canonical ?? [])
            guard reply.status == 401 else { return reply }
            memory[account.id].accessToken = nil
            if isLastTry { throw .later(.answered(401), secondsMin: nil) }
        }
        throw .later(.answered(401), secondsMin: nil)
    }

    /// Posts a form to one of the sign-in URLs.
    func post(
        _ pairs: [(name: String, value: String)], to address: String
    ) throws(GoogleTrouble) -> GoogleReply {
        guard let destination = try? Destination(address) else { throw .refused(.badAddress) }
        return try send(
            .post, destination, [.contentType: "application/x-www-form-urlencoded"],
            Array(GoogleAddresses.form(pairs).utf8))
    }

    private func send(
        _ method: HTTPRequest.Method, _ destination: Destination, _ fields: HTTPFields,
        _ body: [UInt8]
    ) throws(GoogleTrouble) -> GoogleReply {
        let left = memory[account.id].untoldPauseEnd - surroundings.now()
        memory[account.id].untoldPauseEnd = 0
        if left > 0 { throw .later(.answered(429), secondsMin: Int(left)) }
        var fields = fields
        fields[.userAgent] = "tablecast"
        let request = OutgoingRequest(
            method, destination, fields: fields, body: body, timeout: .seconds(60),
            answerBytesMax: Self.answerBytesMax)
        let answer: OutgoingAnswer
        do {
            answer = try surroundings.sender(surroundings.googleBase != nil).send(request)
        } catch {
            throw .later(TransferFailure(error), secondsMin: nil)
        }
        return try reply(answer)
    }

    private func reply(_ answer: OutgoingAnswer) throws(GoogleTrouble) -> GoogleReply {
        let json = try? JSON(parsing: answer.body)
        let reply = GoogleReply(status: answer.status, json: json ?? .null)
        let isLimit =
            answer.status == 403 && reply.reason.map(Self.limitReasons.contains) ?? false
        if answer.status == 429 || answer.status >= 500 || isLimit {
            throw .later(.answered(answer.status), secondsMin: answer.pauseSeconds)
        }
        if answer.status == 403, reply.reason.map(Self.quotaReasons.contains) ?? false {
            throw .later(.quota, secondsMin: Self.quotaPauseSeconds)
        }
        if reply.isDone, !answer.isWhole || (json == nil && !answer.body.isEmpty) {
            throw .later(.notWhole, secondsMin: nil)
        }
        return reply
    }
}
