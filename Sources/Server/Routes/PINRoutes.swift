import BoardKit
import Clocks
import Credentials
import Gateway
import HTTP
import HTTPTypes
import JSON
import Logging
import SignIn
import Storage
import Sync
import Transport
import Venues

/// The addresses that set and enter the PIN, which protects the host's page and changes on the
/// owner's page. An owner sets it; it is entered on each device.
enum PINRoutes {
    /// `POST /v1/<venue>/pin`, by an owner: sets the PIN with `{"pin":"4711"}`, or removes it with
    /// `{"pin":null}`. Neither the store nor the journal contains the PIN itself.
    static func set(_ call: Call) throws(HTTPProblem) {
        let principal = try call.principal(needsOrigin: true)
        guard principal.role == .owner else {
            throw HTTPProblem(.forbidden, "Only an owner may set the PIN.")
        }
        guard principal.confirmation?.isGood(at: call.context.clock.now) != false else {
            throw Authenticator.pinFirst
        }
        let runner = try call.runner()
        guard let pin = try pin(in: call.request, isOptional: true) else {
            return try change(.clearPIN, [:], by: principal, runner, call)
        }
        guard !PINDigest.isCommon(pin) else {
            throw HTTPProblem(
                .badRequest, "This PIN is too easy to guess; choose another one.")
        }
        let bound = LoopBound((call, runner), on: call.server.loop)
        let hubLoop = call.server.hubLoop
        call.context.pins.digest(of: pin, for: principal.device) { digest in
            hubLoop.perform { _ in
                let (call, runner) = bound.value
                call.proceed { () throws(HTTPProblem) in
                    guard let digest else {
                        throw HTTPProblem(.serviceUnavailable, "There is no room to do that now.")
                    }
                    let arguments = ["digest": JSON.string(digest)]
                    try change(.setPIN, arguments, by: principal, runner, call)
                }
            }
        }
    }

    private static func change(
        _ action: HubAction, _ arguments: [String: JSON], by principal: Principal,
        _ runner: VenueRunner, _ call: Call
    ) throws(HTTPProblem) {
        guard let name = call.context.options.boards.name(of: action) else { throw .notFound }
        let mutation = Mutation(id: RandomID.make(), action: name, arguments: arguments)
        runner.mutate(
            mutation, by: principal, isFromHub: true, answerTo: MutationRoute.Answer(call.exchange))
    }

    /// `POST /v1/<venue>/unlock`, by a host's browser, or with `as=owner` by an owner's browser:
    /// enters the PIN with `{"pin":"4711"}`.
    static func unlock(_ call: Call) throws(HTTPProblem) {
        let role = role(entering: call.request)
        let device = try call.lockableDevice(role: role)
        guard let pin = try pin(in: call.request, isOptional: false) else { return }
        let bound = LoopBound(call, on: call.server.loop)
        let hubLoop = call.server.hubLoop
        call.context.pins.enter(pin, device: device) { verdict in
            hubLoop.perform { server in
                let call = bound.value
                entered(verdict, device, of: call.venue, at: server)
                call.respond(response(to: verdict, for: role))
            }
        }
    }

    /// Reports the verdict on a PIN: to the log, to the list of devices and, if the PIN was right,
    /// to the device's connections.
    private static func entered(
        _ verdict: PINKeeper.Verdict, _ device: String, of venue: String, at server: LoopServer
    ) {
        let runner = server.venues.runner(of: venue)
        // Tell owners who watch the list of devices whether this one is locked out.
        runner?.screens.devicesChanged()
        log(verdict, of: device, in: venue, at: server)
        guard verdict == .unlocked else { return }
        let until = server.context.clock.now.adding(milliseconds: PINKeeper.unlockedMilliseconds)
        runner?.confirmed(device, until: until)
    }

    /// Returns the role of the browser that enters the PIN: host, or owner with `as=owner`.
    static func role(entering request: Request) -> Role {
        request.query["as"] == Role.owner.rawValue ? .owner : .host
    }

    /// Logs a wrong PIN, so that the hub's operator can notice guessing.
    private static func log(
        _ verdict: PINKeeper.Verdict, of device: String, in venue: String, at server: LoopServer
    ) {
        let what: String
        switch verdict {
        case .wrong(.lockedOut): what = "a device is locked out by wrong PINs"
        case .wrong: what = "a wrong PIN was entered"
        case .unlocked, .tooEarly, .noPIN, .tooBusy, .unreadable: return
        }
        server.context.logger.notice(
            "\(what)", metadata: ["venue": "\(venue)", "device": "\(device)"])
    }

    /// `POST /v1/<venue>/lock`, by a host's browser: locks the device until the PIN is entered.
    static func lock(_ call: Call) throws(HTTPProblem) {
        let device = try call.lockableDevice(role: .host)
        _ = try call.runner()
        let bound = LoopBound(call, on: call.server.loop)
        let hubLoop = call.server.hubLoop
        let isTaken = call.context.writer.lock(device: device) { result in
            hubLoop.perform { server in
                let call = bound.value
                guard case .success = result else {
                    let problem = HTTPProblem(
                        .serviceUnavailable, "The list of devices can't be written.")
                    return call.respond(problem.document)
                }
                server.venues.runner(of: call.venue)?.signOut(device)
                call.respond(Response(.noContent))
            }
        }
        guard isTaken else { throw .tooMuchToWrite }
    }

    private static func response(to verdict: PINKeeper.Verdict, for role: Role) -> Response {
        switch verdict {
        case .unlocked, .noPIN: return Response(.noContent)
        case .wrong(.mayTry): return refusal(.forbidden, "This is not the PIN.")
        case .wrong(.wait(let milliseconds)):
            return refusal(.forbidden, "This is not the PIN.", retryIn: milliseconds)
        case .tooEarly(.wait(let milliseconds)):
            return refusal(
                .tooManyRequests, "Too early; the PIN was not checked.", retryIn: milliseconds)
        case .wrong(.lockedOut), .tooEarly(.lockedOut):
            let wayBack =
                role == .owner
                ? "Another owner's browser lets it try again, or a link made on the hub's machine "
                    + "by `tablecast link --role owner` signs this one in again."
                : "The owner's page lets it try again."
            return refusal(.locked, "This device has entered too many wrong PINs. \(wayBack)")
        case .tooBusy, .tooEarly(.mayTry):
            return refusal(.tooManyRequests, "Too much at once; try again.", retryIn: 1_000)
        case .unreadable:
            return refusal(.serviceUnavailable, "It can't be checked now; try again.")
        }
    }

    private static func refusal(
        _ status: HTTPResponse.Status, _ detail: String, retryIn milliseconds: Int64? = nil
    ) -> Response {
        var problem = HTTPProblem(status, detail)
        if let milliseconds { problem.fields.retryAfter(milliseconds: milliseconds) }
        return problem.document
    }

    private static func pin(
        in request: Request, isOptional: Bool
    ) throws(HTTPProblem) -> String? {
        let body = try? JSON(parsing: request.body)
        if isOptional, let pin = body?["pin"], pin.isNull { return nil }
        guard let pin = body?["pin"]?.text, PINDigest.isPIN(pin) else {
            throw HTTPProblem(.badRequest, "The body must be {\"pin\": …} with 4 to 12 digits.")
        }
        return pin
    }
}

extension HTTPResponse.Status {
    /// The status 423 (RFC 4918, section 11.3).
    fileprivate static let locked = HTTPResponse.Status(code: 423, reasonPhrase: "Locked")
}
