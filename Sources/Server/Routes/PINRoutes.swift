import Boards
import Clocks
import Credentials
import Gateway
import HTTP
import HTTPTypes
import JSON
import Logging
import SignIn
import Store
import Sync
import Transport
import Venues

/// The PIN of the host's page, and of changes on the owner's: the owner sets it, each device enters
/// it.
enum PINRoutes {
    /// `POST /v1/<venue>/pin`, by the owner: `{"pin":"4711"}`, or `null` to ask for none any more. The
    /// PIN itself goes no further than here; what is kept, and what the journal says, do not have it.
    static func set(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(HTTPProblem) {
            let principal = try Authenticator(station.context).principal(
                for: exchange.request, venue: venue, needsOrigin: true)
            guard principal.role == .owner else {
                throw HTTPProblem(.forbidden, "Only an owner may set the PIN.")
            }
            guard principal.confirmation?.isGood(at: station.context.clock.now) != false else {
                throw Authenticator.pinFirst
            }
            let runner = try station.openRunner(of: venue)
            guard let pin = try pin(in: exchange.request, isOptional: true) else {
                return try change(.clearPIN, [:], by: principal, runner, exchange, at: station)
            }
            guard !PINDigest.isCommon(pin) else {
                throw HTTPProblem(
                    .badRequest, "This PIN is tried first by whoever guesses; take another one.")
            }
            let bound = LoopBound((exchange, runner), on: station.loop)
            let worker = station.worker
            station.context.pins.digest(of: pin, for: principal.device) { digest in
                worker.perform { station in
                    let (exchange, runner) = bound.value
                    keep(digest, by: principal, runner, exchange, at: station)
                }
            }
        } catch {
            exchange.respond(error.document)
        }
    }

    /// - Parameter digest: of the PIN; `nil` when it could not be made.
    private static func keep(
        _ digest: String?, by principal: Principal, _ runner: VenueRunner, _ exchange: Exchange,
        at station: Station
    ) {
        do throws(HTTPProblem) {
            guard let digest else {
                throw HTTPProblem(.serviceUnavailable, "There is no room to do that now.")
            }
            try change(
                .setPIN, ["digest": .string(digest)], by: principal, runner, exchange, at: station)
        } catch {
            exchange.respond(error.document)
        }
    }

    private static func change(
        _ action: HubAction, _ arguments: [String: JSON], by principal: Principal,
        _ runner: VenueRunner, _ exchange: Exchange, at station: Station
    ) throws(HTTPProblem) {
        guard let name = station.context.options.boards.name(of: action) else { throw .notFound }
        let mutation = Mutation(id: RandomID.make(), action: name, arguments: arguments)
        runner.mutate(
            mutation, by: principal, isFromHub: true, answerTo: MutationRoute.Answer(exchange))
    }

    /// `POST /v1/<venue>/unlock`, by a host's browser, or with `as=owner` by an owner's:
    /// `{"pin":"4711"}`.
    static func unlock(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(HTTPProblem) {
            let role = role(entering: exchange.request)
            let device = try Authenticator(station.context).lockableDevice(
                for: exchange.request, venue: venue, role: role)
            guard let pin = try pin(in: exchange.request, isOptional: false) else { return }
            let bound = LoopBound(exchange, on: station.loop)
            let worker = station.worker
            station.context.pins.enter(pin, device: device) { verdict in
                worker.perform { station in
                    entered(verdict, device, of: venue, at: station)
                    bound.value.respond(response(to: verdict, for: role))
                }
            }
        } catch {
            exchange.respond(error.document)
        }
    }

    /// A PIN was entered on a device.
    private static func entered(
        _ verdict: PINKeeper.Verdict, _ device: String, of venue: String, at station: Station
    ) {
        let runner = station.venues.runner(of: venue)
        // An owner who looks at the devices sees it locked out, or let in again.
        runner?.screens.devicesChanged()
        log(verdict, of: device, in: venue, at: station)
        guard verdict == .unlocked else { return }
        let until = station.context.clock.now.adding(milliseconds: PINKeeper.unlockedMilliseconds)
        runner?.confirmed(device, until: until)
    }

    /// Whose browser enters the PIN by a request.
    static func role(entering request: Request) -> Role {
        request.query["as"] == Role.owner.rawValue ? .owner : .host
    }

    /// Somebody may be guessing; the owner of the machine can read it.
    private static func log(
        _ verdict: PINKeeper.Verdict, of device: String, in venue: String, at station: Station
    ) {
        let what: String
        switch verdict {
        case .wrong(.lockedOut): what = "a device is locked out by wrong PINs"
        case .wrong: what = "a wrong PIN was entered"
        case .unlocked, .tooEarly, .noPIN, .tooBusy, .unreadable: return
        }
        station.context.logger.notice(
            "\(what)", metadata: ["venue": "\(venue)", "device": "\(device)"])
    }

    /// `POST /v1/<venue>/lock`, by a host's browser: asks for the PIN from now on.
    static func lock(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(HTTPProblem) {
            let device = try Authenticator(station.context).lockableDevice(
                for: exchange.request, venue: venue, role: .host)
            _ = try station.openRunner(of: venue)
            let bound = LoopBound(exchange, on: station.loop)
            let worker = station.worker
            let isTaken = station.context.writer.lock(device: device) { result in
                worker.perform { station in
                    guard case .success = result else {
                        let problem = HTTPProblem(
                            .serviceUnavailable, "The list of devices can't be written.")
                        return bound.value.respond(problem.document)
                    }
                    station.venues.runner(of: venue)?.signOut(device)
                    bound.value.respond(Response(.noContent))
                }
            }
            guard isTaken else { throw .tooMuchToWrite }
        } catch {
            exchange.respond(error.document)
        }
    }

    private static func response(to verdict: PINKeeper.Verdict, for role: Role) -> Response {
        switch verdict {
        case .unlocked, .noPIN: return Response(.noContent)
        case .wrong(.mayTry): return refusal(.forbidden, "This is not the PIN.")
        case .wrong(.wait(let milliseconds)):
            return refusal(.forbidden, "This is not the PIN.", retryIn: milliseconds)
        case .tooEarly(.wait(let milliseconds)):
            return refusal(
                .tooManyRequests, "Too early; the PIN was not looked at.", retryIn: milliseconds)
        case .wrong(.lockedOut), .tooEarly(.lockedOut):
            let wayBack =
                role == .owner
                ? "Another owner's browser lets it try again, or a link made on the hub's machine "
                    + "by `tablecast link --role owner` signs this one in anew."
                : "The owner's page lets it try again."
            return refusal(.locked, "This device has entered too many wrong PINs. \(wayBack)")
        case .tooBusy, .tooEarly(.mayTry):
            return refusal(.tooManyRequests, "Too much at once; try again.", retryIn: 1_000)
        case .unreadable:
            return refusal(.serviceUnavailable, "It can't be looked at now; try again.")
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
    /// RFC 4918, section 11.3.
    fileprivate static let locked = HTTPResponse.Status(code: 423, reasonPhrase: "Locked")
}
