import Gateway
import HTTPTypes
import Sync
import Venues

/// A request that has reached its route, on the loop that answers it.
struct Call {
    let exchange: Exchange
    /// The slug of the venue that the address names; empty if it names none.
    let venue: String
    let server: LoopServer

    var request: Request { exchange.request }
    var context: HubContext { server.context }

    /// Returns the principal of the request; see `Authenticator.principal`.
    func principal(
        needsOrigin: Bool = false, mayBeByJoinLink: Bool = false
    ) throws(HTTPProblem) -> Principal {
        try Authenticator(context).principal(
            for: request, venue: venue, needsOrigin: needsOrigin, mayBeByJoinLink: mayBeByJoinLink)
    }

    /// Returns the principal of a request that only an inspector may make.
    ///
    /// - Parameter deed: what the others may not do, for the error's sentence: `follow the events`.
    func inspector(to deed: String, needsOrigin: Bool = false) throws(HTTPProblem) -> Principal {
        let principal = try principal(needsOrigin: needsOrigin)
        try principal.demandInspector(to: deed)
        return principal
    }

    /// Returns the device whose browser enters or sets the PIN; see `Authenticator.lockableDevice`.
    func lockableDevice(role: Role) throws(HTTPProblem) -> String {
        try Authenticator(context).lockableDevice(for: request, venue: venue, role: role)
    }

    /// Returns the runner of the venue; see `LoopServer.openRunner`.
    func runner() throws(HTTPProblem) -> VenueRunner { try server.openRunner(of: venue) }

    func respond(_ response: Response) { exchange.respond(response) }

    /// Performs a later step of the answer. Answers with its problem document if it throws.
    func proceed(_ step: () throws(HTTPProblem) -> Void) {
        do throws(HTTPProblem) {
            try step()
        } catch {
            respond(error.document)
        }
    }
}
