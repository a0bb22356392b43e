import BoardKit
import JSON
import Mazes
import Sync

/// The API of mazes, below `/v1/<venue>/maze/api/<conditions>/`.
extension MazeGame {
    static let apiRoutes = [startRoute, roomRoute, unlockRoute]

    private static let startRoute = BoardRoute(
        .get, "api/{conditions}/start",
        "The start room of the maze of a code, or of a new maze of a size; `medium` if both are "
            + "absent.",
        .everybody,
        parameters: [
            conditionsParameter,
            .maybe("maze", MazeCodeText.schema, "The code of a maze"),
            .maybe("size", MazeSize.schema, "The size of a new maze"),
        ],
        gives: "application/json",
        document: .record(
            .always("id", roomID, "The start room"), .always("maze", MazeCodeText.schema)),
        problems: [.notForGuests, .badConditions, .badMaze, .badStart, .rateLimited],
        hasOwnLimit: true
    ) { request, venue in
        answer(request, venue) { api, _ throws(RouteProblem) in
            let code = try code(askedForBy: request.query, api)
            return api.answer(with: code) { RouteAnswer($0.start) }
        }
    }

    private static let roomRoute = BoardRoute(
        .get, "api/{conditions}/rooms/{id}",
        "A room, with the rooms that can be entered from it and the locks of doors beside it. The "
            + "answer is always the same.",
        .everybody,
        parameters: [conditionsParameter, .always("id", roomID, "The id of a room")],
        gives: "application/json", document: room,
        problems: [.notForGuests, .badConditions, .unknownRoom, .timeout, .rateLimited],
        hasOwnLimit: true
    ) { request, venue in
        answer(request, venue) { api, conditions throws(RouteProblem) in
            guard let id = request.components["id"].flatMap(MazeRoomID.init(_:)) else {
                throw .unknownRoom
            }
            if api.failsNext(under: conditions) { throw .timeout }
            return api.answer(with: id.code) {
                RouteAnswer($0.room(at: id.place), freshness: .lasting)
            }
        }
    }

    private static let unlockRoute = BoardRoute(
        .post, "api/{conditions}/unlock",
        "Opens a lock. This costs the hub some milliseconds of computing, each time.", .everybody,
        parameters: [conditionsParameter], takes: ["application/json"], contentBytesMax: 1_024,
        content: .record(.always("lock", .text, "The lock, as a room has it")),
        gives: "application/json",
        document: .record(.always("room", roomID, "The room behind the lock")),
        problems: [.notForGuests, .badConditions, .noLock, .unknownLock, .rateLimited],
        hasOwnLimit: true
    ) { request, venue in
        answer(request, venue) { api, _ throws(RouteProblem) in
            guard let lock = (try? JSON(parsing: request.content))?["lock"]?.text else {
                throw .noLock
            }
            return .computation {
                guard let id = MazeLocks.room(openedBy: lock), api.maze(id.code).isDoor(id.place)
                else { return { _ in .problem(.unknownLock) } }
                return { _ in .answer(RouteAnswer("{\"room\":\"\(id)\"}")) }
            }
        }
    }

    private static let conditionsParameter = ArgumentDeclaration.always(
        "conditions", MazeConditionsText.schema, "How bad the server is: `plain` is good")

    private static let roomID = Schema(.text(pattern: "^R[0-9a-f]{16}$"))

    private static let room = Schema.record(
        .always("id", roomID),
        .always("type", Schema(.choice(MazeRoom.Kind.allCases.map(\.rawValue)))),
        .always("tileUrl", .text, "A picture of the room, for clients that draw y downwards"),
        .always(
            "rooms",
            Schema(.members(of: MazeDirection.allCases.map { .maybe($0.rawValue, connection) })),
            "What is beside the room, where there is no wall"))

    /// A connection has exactly one of the two members.
    private static let connection = Schema.record(
        .maybe("room", roomID), .maybe("lock", .text, "Has to be opened to learn the room's id"))

    /// Answers a request under the conditions in its address.
    private static func answer(
        _ request: BoardRoute.Request, _ venue: Venue,
        _ answer: (MazeAPI, MazeConditions) throws(RouteProblem) -> RouteOutcome
    ) -> RouteOutcome {
        guard let board = venue.board(MazeGame.self) else { return .nothing }
        guard board.isOpen(to: request.principal) else { return .problem(.notForGuests) }
        let api = board.api
        if let seconds = api.spend(at: request.now) {
            return .problem(.rateLimited, retryInSeconds: seconds)
        }
        guard let conditions = request.components["conditions"].flatMap(MazeConditions.init(_:))
        else { return .problem(.badConditions) }
        do throws(RouteProblem) {
            let outcome = try answer(api, conditions)
            return later(api.delay(under: conditions), outcome)
        } catch {
            let delay =
                error == .timeout
                ? .milliseconds(conditions.timeout) : api.delay(under: conditions)
            return later(delay, .problem(error))
        }
    }

    private static func later(_ delay: Duration, _ outcome: RouteOutcome) -> RouteOutcome {
        delay > .zero ? .later(delay, outcome) : outcome
    }

    private static func code(
        askedForBy query: [String: String], _ api: MazeAPI
    ) throws(RouteProblem) -> MazeCode {
        switch (query["maze"], query["size"]) {
        case (let text?, nil):
            guard let code = MazeCode(text) else { throw .badMaze }
            return code
        case (nil, let name):
            guard let size = MazeSize(rawValue: name ?? MazeSize.medium.rawValue) else {
                throw .badStart
            }
            return api.newMaze(size)
        case (_?, _?): throw .badStart
        }
    }
}

extension MazeGame {
    /// Whether the principal may use the API. Guests may if the owner permits it. The hub's own
    /// explorer may with the ticket of a run.
    func isOpen(to principal: Principal?) -> Bool {
        guard let principal, principal.role == .guest else { return true }
        return isOpenToGuests || principal.subject?.board == name
    }
}

extension RouteProblem {
    static let notForGuests = RouteProblem(
        "forbidden", .forbidden, "The house has no maze for its guests.")
    fileprivate static let badConditions = RouteProblem(
        "bad_conditions", .badRequest,
        "Conditions must be plain, seed, or look like latency=8,failures=6,after=4096,timeout=2000."
    )
    fileprivate static let badMaze = RouteProblem(
        "bad_maze", .badRequest,
        "A maze must look like 32x18-4b7f8b8b, with 2 to 100 rooms a side.")
    fileprivate static let badStart = RouteProblem(
        "bad_request", .badRequest,
        "A size must be small, medium, large or huge, and can't be given with a maze.")
    fileprivate static let noLock = RouteProblem(
        "bad_request", .badRequest, "The content must be a JSON object with a lock.")
    fileprivate static let unknownRoom = RouteProblem(
        "unknown_room", .notFound, "There is no such room.")
    fileprivate static let unknownLock = RouteProblem(
        "unknown_lock", .notFound, "There is no such lock.")
    fileprivate static let timeout = RouteProblem(
        "timeout", .gatewayTimeout, "The room did not answer in time; try again.")
    fileprivate static let rateLimited = RouteProblem(
        "rate_limited", .tooManyRequests,
        "The venue is asked more than 10,000 times a second; wait a moment.")
}
