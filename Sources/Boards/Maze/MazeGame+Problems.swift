import Sync

extension MazeGame {
    static let problems: [ProblemDeclaration] = ofArguments + ofRuns + ofWalkers

    private static let ofArguments: [ProblemDeclaration] = [
        .badMazeSize, .badMazeCode, .mazeWithSize, .badMazeConditions, .urlNotAllowed,
        .urlWithOthers, .badMazeSpeed, .badMazeSide, .badMazeAddresses,
    ]

    private static let ofRuns: [ProblemDeclaration] = [
        .noMaze, .isExploring, .isNotExploring, .isRacing, .isNotRacing, .mazeWasCancelled,
        .mazeFailed, .nothingIsLost, .noExit, .noMazeRun,
    ]

    private static let ofWalkers: [ProblemDeclaration] = [
        .notOnTheList, .noWalker, .walkerOfOthers, .wall, .raceNotBegun, .atExit,
        .tooManyWalkersOfOne,
        .tooManyWalkers,
    ]
}

/// Problems with arguments.
extension ProblemDeclaration {
    static let badMazeSize = Self("maze.bad_size", "{label} must be small, medium, large or huge")
    static let badMazeCode = Self(
        "maze.bad_code", "{label} must look like 32x18-4b7f8b8b, with 2 to 100 rooms a side")
    static let mazeWithSize = Self("maze.with_size", "{label} can't be given with a size")
    static let badMazeConditions = Self(
        "maze.bad_conditions",
        "{label} must look like latency=8,failures=6,after=4096,timeout=2000")
    static let urlNotAllowed = Self(
        "maze.url_not_allowed",
        "{label} must be one of the addresses that the owner has allowed")
    static let urlWithOthers = Self(
        "maze.url_with_others", "{label} can't be given with a size, a maze or conditions")
    static let badMazeSpeed = Self("maze.bad_speed", "{label} must be 1, 2, 4 or 8")
    static let badMazeSide = Self("maze.bad_side", "{label} must be north, east, south or west")
    static let badMazeAddresses = Self(
        "maze.bad_addresses",
        "{label} must be a list of up to {max} different addresses that begin with http:// or "
            + "https://, without user, query and fragment")
}

/// Problems with requests that the run's state does not permit.
extension ProblemDeclaration {
    static let noMaze = Self("maze.no_maze", "There is no maze yet; explore one")
    static let isExploring = Self("maze.is_exploring", "The maze is still being explored")
    static let isNotExploring = Self("maze.is_not_exploring", "Nothing is being explored")
    static let isRacing = Self("maze.is_racing", "A race is under way")
    static let isNotRacing = Self("maze.is_not_racing", "No race is under way")
    static let mazeWasCancelled = Self(
        "maze.was_cancelled", "This maze was cancelled; explore another one")
    static let mazeFailed = Self(
        "maze.failed", "This maze could not be explored; explore another one")
    static let nothingIsLost = Self("maze.nothing_lost", "No room is lost")
    static let noExit = Self("maze.no_exit", "The exit was not found, so nobody could win")
    static let noMazeRun = Self("maze.no_run", "There is no record of such a run")
}

/// Problems with walkers.
extension ProblemDeclaration {
    static let notOnTheList = Self(
        "maze.not_on_list", "Only parties on the waiting list can walk in the maze")
    static let noWalker = Self("maze.no_walker", "There is no such walker")
    static let walkerOfOthers = Self(
        "maze.walker_of_others", "This walker belongs to somebody else")
    static let wall = Self("maze.wall", "There is a wall")
    static let raceNotBegun = Self("maze.race_not_begun", "The race has not begun yet")
    static let atExit = Self("maze.at_exit", "This walker is at the exit already")
    static let tooManyWalkersOfOne = Self(
        "maze.too_many_of_one", "{max} walkers of yours are in the maze already")
    static let tooManyWalkers = Self("maze.too_many", "The maze is full: {max} walkers are in it")
}
