import BoardKit
import JSON
import PeerText
import Sync

extension Orders {
    static let routes = [
        BoardRoute(
            .get, "menu", "The menu as a file that can be imported.", roles: managers,
            gives: "application/json"
        ) { _, venue in
            guard let board = venue.board(Orders.self) else { return .nothing }
            return .answer(RouteAnswer(String(decoding: board.menuFile, as: UTF8.self)))
        },
        BoardRoute(
            .post, "menu",
            "Imports the dishes of a file; with `dry=1` it only says what would change.",
            roles: managers, takes: ["application/json"], contentBytesMax: 4 << 20,
            gives: "application/json", outcome: takeFile),
        BoardRoute(
            .get, "carte", "The menu, for guests who think of beginning an order.",
            .roles([.guest]), gives: "application/json", document: menuDocument,
            isOpenByJoinLink: true
        ) { _, venue in
            guard let board = venue.board(Orders.self), board.guestOrders != .off,
                board.isOn("onlineOrders") || board.isOn("preorder"),
                let menu = venue.document(of: menuView)
            else { return .nothing }
            return .answer(RouteAnswer(menu.json))
        },
        BoardRoute(
            .get, "search", "Up to 50 tabs that left and contain `q`, the newest first.",
            roles: staff, gives: "application/json"
        ) { request, venue in
            guard let board = venue.board(Orders.self) else { return .nothing }
            let found = board.past.found(request.query["q"] ?? "", atMost: foundCountMax)
            let rows = found.map { entry in
                var members = entry.tab.members()
                members["tab"] = .string(entry.id.text)
                return JSON.object(members)
            }
            return .answer(
                RouteAnswer(["tabs": .array(rows), "currency": .string(board.currency.code)]))
        },
    ]

    static let ticketRoutes = BoardRoute.tickets(of: "tab", roles: staff) { id, venue in
        guard let board = venue.board(Orders.self), let id = TabID(id), board.tabs[id] != nil
        else { return nil }
        return board.ticket(id.text)
    }

    private static let foundCountMax = 50

    private static func refusal(_ fault: MenuFile.Fault) -> RouteAnswer {
        .refusal(422, fault.message, ["problems": [fault.json]])
    }

    /// Reads the file, away from the loop.
    @Sendable private static func takeFile(
        _ request: BoardRoute.Request, _ venue: Venue
    ) -> RouteOutcome {
        guard let decimals = venue.board(Orders.self)?.currency.decimals else { return .nothing }
        return .work {
            do throws(MenuFile.Fault) {
                let file = try MenuFile(parsing: request.content, decimals: decimals)
                return { venue in
                    // The currency may have changed in the meantime.
                    venue.board(Orders.self)?.currency.decimals == decimals
                        ? take(file, of: request, venue) : takeFile(request, venue)
                }
            } catch {
                let answer = refusal(error)
                return { _ in .answer(answer) }
            }
        }
    }

    private static func take(
        _ file: MenuFile, of request: BoardRoute.Request, _ venue: Venue
    ) -> RouteOutcome {
        guard let board = venue.board(Orders.self) else { return .nothing }
        let plan: MenuPlan
        do throws(MenuFile.Fault) {
            plan = try board.plan(file, venue.decidedRev + 1)
        } catch {
            return .answer(refusal(error))
        }
        let told: JSON = [
            "added": JSON(plan.addedCount), "changed": JSON(plan.changedCount),
            "unchanged": JSON(plan.unchangedCount), "sections": JSON(plan.sections.count),
        ]
        if request.isDry || plan.isEmpty {
            return .answer(report(told, file, rev: nil))
        }
        return .mutation(
            action: OrdersAction.importMenu.rawValue,
            arguments: ["file": .string(String(ofPeer: request.content))]
        ) { outcome, _ in
            switch outcome {
            case .success(let accepted):
                .answer(report(accepted.result ?? told, file, rev: accepted.rev))
            // Somebody else imported the same file in the meantime.
            case .failure(let rejection) where rejection.code == .conflict:
                .answer(report(told, file, rev: nil))
            case .failure(let rejection): .answer(.refusal(rejection))
            }
        }
    }

    /// - Parameter counts: the numbers of dishes and sections.
    private static func report(_ counts: JSON, _ file: MenuFile, rev: Int?) -> RouteAnswer {
        var members = counts.members ?? [:]
        members["problems"] = .array(file.problems.map(\.json))
        members["ignored"] = .array(file.ignored.map(JSON.string))
        members["rev"] = rev.map { JSON($0) }
        return RouteAnswer(.object(members))
    }
}
