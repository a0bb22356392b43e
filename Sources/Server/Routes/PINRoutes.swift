import HTTP
import HTTPTypes
import JSON
import Logging
import Store
import Sync

/// The PIN of the host's page, and of changes on the owner's: the owner sets it, each device enters
/// it.
enum PINRoutes {
    /// `POST /v1/<venue>/pin`, by the owner: `{"pin":"4711"}`, or `null` to ask for none any more. The
    /// PIN itself goes no further than here; what is kept, and what the journal says, do not have it.
    static func set(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(Problem) {
            let principal = try Authenticator(station.context).principal(
                for: exchange.request, venue: venue, needsOrigin: true)
            guard principal.role == .owner else {
                throw Problem(.forbidden, "Only an owner may set the PIN.")
            }
            guard principal.confirmation?.isGood(at: station.context.clock.now) != false else {
                throw Authenticator.pinFirst
            }
            let host = try station.openHost(of: venue)
            guard let pin = try pin(in: exchange.request, isOptional: true) else {
                return change("house.clear_pin", [:], by: principal, host, exchange)
            }
            guard !PINDigest.isCommon(pin) else {
                throw Problem(
                    .badRequest, "This PIN is tried first by whoever guesses; take another one.")
            }
            let bound = LoopBound((exchange, host), on: station.loop)
            station.context.pins.digest(of: pin, for: principal.device, on: station.worker) {
                _, digest in
                let (exchange, host) = bound.value
                guard let digest else {
                    let problem = Problem(.serviceUnavailable, "There is no room to do that now.")
                    return exchange.respond(problem.document)
                }
                change(
                    "house.set_pin", ["digest": .string(digest)], by: principal, host, exchange)
            }
        } catch {
            exchange.respond(error.document)
        }
    }

    private static func change(
        _ action: String, _ arguments: [String: JSON], by principal: Principal, _ host: VenueHost,
        _ exchange: Exchange
    ) {
        let mutation = Mutation(id: RandomID.make(), action: action, arguments: arguments)
        host.mutate(
            mutation, by: principal, isOfHub: true, answerTo: MutationRoute.Answer(exchange))
    }

    /// `POST /v1/<venue>/unlock`, by a host's browser, or with `as=owner` by an owner's:
    /// `{"pin":"4711"}`.
    static func unlock(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(Problem) {
            let role = role(entering: exchange.request)
            let device = try Authenticator(station.context).lockableDevice(
                for: exchange.request, venue: venue, role: role)
            guard let pin = try pin(in: exchange.request, isOptional: false) else { return }
            let bound = LoopBound(exchange, on: station.loop)
            station.context.pins.enter(pin, device: device, on: station.worker) { here, verdict in
                // An owner who looks at the devices sees it locked out, or let in again.
                here.host(of: venue)?.screens.devicesChanged()
                log(verdict, of: device, in: venue, at: here)
                if verdict == .unlocked {
                    let until = here.context.clock.now.adding(
                        milliseconds: PINKeeper.unlockedMilliseconds)
                    here.host(of: venue)?.confirmed(device, until: until)
                }
                bound.value.respond(response(to: verdict, for: role))
            }
        } catch {
            exchange.respond(error.document)
        }
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
        do throws(Problem) {
            let device = try Authenticator(station.context).lockableDevice(
                for: exchange.request, venue: venue, role: .host)
            _ = try station.openHost(of: venue)
            let bound = LoopBound(exchange, on: station.loop)
            let isTaken = station.context.writer.lock(device: device, on: station.worker) {
                station, result in
                guard case .success = result else {
                    let problem = Problem(
                        .serviceUnavailable, "The list of devices can't be written.")
                    return bound.value.respond(problem.document)
                }
                station.host(of: venue)?.signOut(device)
                bound.value.respond(Response(.noContent))
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
        var problem = Problem(status, detail)
        if let milliseconds { problem.fields.retryAfter(milliseconds: milliseconds) }
        return problem.document
    }

    private static func pin(
        in request: Request, isOptional: Bool
    ) throws(Problem) -> String? {
        let body = try? JSON(parsing: request.body)
        if isOptional, let pin = body?["pin"], pin.isNull { return nil }
        guard let pin = body?["pin"]?.text, PINDigest.isPIN(pin) else {
            throw Problem(.badRequest, "The body must be {\"pin\": …} with 4 to 12 digits.")
        }
        return pin
    }
}

extension HTTPResponse.Status {
    /// RFC 4918, section 11.3.
    fileprivate static let locked = HTTPResponse.Status(code: 423, reasonPhrase: "Locked")
}
