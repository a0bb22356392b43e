import Credentials
import Dispatch
import Gateway
import HTTPTypes
import Pages
import SignIn
import Storage
import Sync
import Transport
import Venues

/// Loads what a request needs from the disk, away from the loop, before the request is answered.
/// Nearly all requests need nothing: signed-in devices and venues are known in memory.
extension LoopServer {
    private static let unreadable = HTTPProblem(
        .serviceUnavailable, "The list of devices can't be read; try again.")

    /// Finds the devices whose tokens a request carries, and the venues that it names.
    ///
    /// - Parameters:
    ///   - slugs: the slugs of the venues that the request's address names.
    ///   - absences: the tokens and venues that were looked up and do not exist.
    ///   - done: is called with the request and its devices: at once if memory has everything,
    ///     otherwise later on this loop. The devices are valid only during that call.
    func identify(
        _ request: Request, naming slug: String?,
        absences: DeviceIndex.Absences = DeviceIndex.Absences(),
        _ done: @escaping (Result<Request, HTTPProblem>) -> Void
    ) {
        var request = request
        request.devices = []
        var tokens: [TokenDigest] = []
        var venues = slug.map { [$0] } ?? []
        for secret in request.secrets {
            if Ticket.isTicket(secret) {
                if let slug = Ticket.venue(of: secret) { venues.append(slug) }
            } else if let token = try? TokenDigest(of: secret) {
                if let device = context.devices.device(withToken: token) {
                    request.devices.append((secret, device))
                } else if !absences.tokens.contains(token) {
                    tokens.append(token)
                }
            }
        }
        venues = venues.filter {
            !absences.venues.contains($0) && context.directory.mayLackRecord(of: $0)
        }
        if tokens.isEmpty, venues.isEmpty { return done(.success(request)) }
        let bound = LoopBound(done, on: loop)
        lookUp(tokens, Set(venues)) { [request] server, result in
            guard case .success(let found) = result else {
                return bound.value(.failure(Self.unreadable))
            }
            let absences = DeviceIndex.Absences(
                tokens: absences.tokens.union(found.tokens),
                venues: absences.venues.union(found.venues))
            server.identify(request, naming: slug, absences: absences, bound.value)
        }
    }

    /// Looks tokens and venues up away from the loop, and calls back on it with the absent ones.
    private func lookUp(
        _ tokens: [TokenDigest], _ venues: Set<String>,
        _ done: @escaping @Sendable (LoopServer, Result<DeviceIndex.Absences, StoreError>) -> Void
    ) {
        let (hubLoop, directory) = (hubLoop, context.directory)
        context.devices.lookUp(tokens) { result in
            switch result {
            case .failure(let error): hubLoop.perform { done($0, .failure(error)) }
            case .success(let absentTokens):
                directory.lookUp(venues) { result in
                    let absences = result.map {
                        DeviceIndex.Absences(tokens: absentTokens, venues: $0)
                    }
                    hubLoop.perform { done($0, absences) }
                }
            }
        }
    }

    /// Answers a request once everything that it needs is in memory.
    func prepare(_ exchange: Exchange, for route: Route) {
        guard route.showsFiles else { return prepareSignIns(exchange, for: route) }
        context.files.whenFresh(on: loop) { [self] in
            if exchange.isOpen { prepareSignIns(exchange, for: route) }
        }
    }

    private func prepareSignIns(_ exchange: Exchange, for route: Route) {
        guard route.asksWho else { return route.answer(exchange, at: self) }
        identify(exchange.request, naming: route.venue) { [self] result in
            guard exchange.isOpen else { return }
            switch result {
            case .failure(let problem): exchange.refuse(problem)
            case .success(let request):
                exchange.request = request
                guard let record = venueToOpen(for: route, request) else {
                    return route.answer(exchange, at: self)
                }
                // The sign-ins may have changed meanwhile, so begin again.
                venues.open(record) { [self] in
                    if exchange.isOpen { prepareSignIns(exchange, for: route) }
                }
            }
        }
    }

    /// Returns the venue that has to be opened before the request can be answered; `nil` if it is
    /// open, unknown, or this request does not justify opening it.
    private func venueToOpen(for route: Route, _ request: Request) -> VenueRecord? {
        guard let slug = route.venue, venues.runner(of: slug) == nil,
            !venues.failedLately(toOpen: slug),
            let record = context.directory.record(of: slug)
        else { return nil }
        // Reading a journal takes a while, so strangers can cause it only at the few addresses that
        // are meant for them.
        let isKnown = !request.devices.isEmpty || request.secrets.contains(where: Ticket.isTicket)
        return isKnown || route.isForStrangers ? record : nil
    }
}
