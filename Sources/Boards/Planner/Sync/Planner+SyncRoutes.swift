import BoardKit
import JSON
import Sync
import URIText

/// Serves notifications and sign-in redirects of calendar servers.
extension Planner {
    static let syncRoutes = [
        BoardRoute(
            .get, "google", "Where a sign-in at Google ends.", roles: [.owner],
            gives: nil
        ) { request, venue in
            guard let board = venue.board(Planner.self) else { return .nothing }
            let setup = board.setupPath
            let state = request.query["state"] ?? ""
            guard let account = board.account(signingInWith: state) else {
                return .redirect(path: setup)
            }
            let query = request.query.sorted { $0.key < $1.key }
                .map { "\($0.key)=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
            return .mutation(
                action: PlannerAction.authorise.rawValue,
                arguments: [
                    "account": .string(account.text),
                    "address": .string("\(board.path("google"))?\(query)"),
                ]
            ) { _, _ in .redirect(path: setup) }
        },
        BoardRoute(
            .post, "push/{secret}", "Says that a linked calendar has changed at its server.",
            .bySecret, gives: "text/plain"
        ) { request, venue in
            guard let board = venue.board(Planner.self), let secret = request.components["secret"],
                let calendar = board.calendar(
                    pushedAt: secret, with: request.field("X-Goog-Channel-Token"))
            else { return .nothing }
            return .wake(connector: fetchID(of: calendar))
        },
    ]

    /// The path of the page on which a sign-in starts.
    private var setupPath: String { VenueRecord.address(of: "planner/setup", in: slug) }
}
