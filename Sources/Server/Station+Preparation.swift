import Credentials
import Dispatch
import Gateway
import HTTPTypes
import Pages
import SignIn
import Store
import Sync
import Transport
import Venues

/// What a request needs of the disk is fetched before it is answered, away from the loop. Nearly all
/// of them need nothing: who is signed in, and the venues, are known in memory.
extension Station {
    private static let unreadable = HTTPProblem(
        .serviceUnavailable, "The list of devices can't be read; try again.")

    /// Finds the devices whose tokens a request shows, and the venues that it names.
    ///
    /// - Parameters:
    ///   - slugs: of venues that its address names.
    ///   - absences: what was looked up and is not there.
    ///   - done: called at once where memory knows all; otherwise later, on this loop. What the
    ///     request is told holds in that call, and no longer.
    func identify(
        _ request: Request, naming slugs: [String],
        absences: DeviceIndex.Absences = DeviceIndex.Absences(),
        _ done: @escaping (Result<Request, HTTPProblem>) -> Void
    ) {
        var request = request
        request.devices = [:]
        var tokens: [TokenDigest] = []
        var venues = Set(slugs)
        for secret in request.secrets {
            if Ticket.isTicket(secret) {
                if let slug = Ticket.venue(of: secret) { venues.insert(slug) }
            } else if let token = try? TokenDigest(of: secret) {
                request.devices[secret] = context.devices.device(withToken: token)
                let isUnknown = request.devices[secret] == nil && !absences.tokens.contains(token)
                if isUnknown { tokens.append(token) }
            }
        }
        venues = venues.filter {
            !absences.venues.contains($0) && context.directory.mayLackRecord(of: $0)
        }
        if tokens.isEmpty, venues.isEmpty { return done(.success(request)) }
        let bound = LoopBound(done, on: loop)
        lookUp(tokens, venues) { [request] station, result in
            guard case .success(let found) = result else {
                return bound.value(.failure(Self.unreadable))
            }
            let absences = DeviceIndex.Absences(
                tokens: absences.tokens.union(found.tokens),
                venues: absences.venues.union(found.venues))
            station.identify(request, naming: slugs, absences: absences, bound.value)
        }
    }

    /// Looks up away from the loop, and calls back on it with what is not there.
    private func lookUp(
        _ tokens: [TokenDigest], _ venues: Set<String>,
        _ done: @escaping @Sendable (Station, Result<DeviceIndex.Absences, StoreError>) -> Void
    ) {
        let (worker, directory) = (worker, context.directory)
        context.devices.lookUp(tokens[...]) { result in
            switch result {
            case .failure(let error): worker.perform { done($0, .failure(error)) }
            case .success(let absentTokens):
                directory.lookUp(venues) { result in
                    let absences = result.map {
                        DeviceIndex.Absences(tokens: absentTokens, venues: $0)
                    }
                    worker.perform { done($0, absences) }
                }
            }
        }
    }

    /// Answers a request when all that it needs is in memory.
    func prepare(_ exchange: Exchange, for route: Route) {
        guard route.showsFiles else { return prepareSignIns(exchange, for: route) }
        context.files.whenFresh(on: loop) { [self] in
            if exchange.isOpen { prepareSignIns(exchange, for: route) }
        }
    }

    private func prepareSignIns(_ exchange: Exchange, for route: Route) {
        guard route.asksWho else { return route.answer(exchange, at: self) }
        identify(exchange.request, naming: route.venuesNamed) { [self] result in
            guard exchange.isOpen else { return }
            switch result {
            case .failure(let problem): exchange.refuse(problem)
            case .success(let request):
                exchange.request = request
                guard let record = venueToOpen(for: route, request) else {
                    return route.answer(exchange, at: self)
                }
                // Who asks may have changed until then.
                venues.open(record) { [self] in
                    if exchange.isOpen { prepareSignIns(exchange, for: route) }
                }
            }
        }
    }

    /// The venue of the request, when it lives here and nobody has asked for it yet.
    private func venueToOpen(for route: Route, _ request: Request) -> VenueRecord? {
        guard let slug = route.venue, venues.runner(of: slug) == nil,
            !venues.failedLately(toOpen: slug),
            let record = context.directory.record(of: slug)
        else { return nil }
        // To read a journal takes a while, which strangers can't ask for at every address.
        let isKnown = !request.devices.isEmpty || request.secrets.contains(where: Ticket.isTicket)
        return isKnown || route.isForStrangers ? record : nil
    }
}
