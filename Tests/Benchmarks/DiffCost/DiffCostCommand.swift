import ArgumentParser
import BoardKit
import Glibc
import JSON
import ShippedBoards
import Sync

/// `diff-cost`: measures whether the cost of a mutation depends on its change or on the document.
@main
struct DiffCostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff-cost",
        abstract: "Measures the CPU from a mutation to its encoded diffs and hashes.",
        discussion: """
            Lists of 10, 1,000 and 10,000 parties that screens, hosts and engineers watch; medians of \
            the rounds, and how much more it is than with the shortest list. Then 5,000 parties, with \
            no guest's phone connected and with all of them; and 1,000 parties, with the shipped \
            boards and with 12. Last, 10, 100 and 500 open tabs; and 100, 1,000 and 2,000 dishes.
            """)

    @Option(help: "How many rounds, in each of which every list has its turn.")
    var rounds = 7

    @Option(help: "How many mutations of each kind in a turn.")
    var mutations = 2_000

    private static let counts = [10, 1_000, 10_000]
    private static let guestCount = 5_000
    /// The number of shipped boards, and that of a house with many more.
    private static let boardCounts = [BoardRegistry.shipped.modules.count, 12]
    private static let tabCounts = [10, 100, 500]
    private static let dishCounts = [100, 1_000, 2_000]
    /// A full house, around the tabs and dishes that are varied.
    private static let fullHouse = (tabs: 100, dishes: 120)

    func run() throws {
        let lists = try Self.counts.map { try WatchedList(partyCount: $0) }
        let lengths = Self.counts.map { "\($0) parties" }
        try measure(lists, called: lengths, ratio: "longest to shortest") { try $0.change($1) }

        let crowds = try [false, true].map {
            try GuestCrowd(partyCount: Self.guestCount, isConnected: $0)
        }
        let connected = ["no guest connected", "\(Self.guestCount)"]
        try measure(crowds, called: connected, each: mutations / 10) { try $0.change($1) }

        let houses = try Self.boardCounts.map {
            try WatchedList(partyCount: 1_000, bystanderCount: $0 - Self.boardCounts[0])
        }
        let boards = Self.boardCounts.map { "\($0) boards" }
        try measure(houses, called: boards) { try $0.change($1) }

        let rooms = try Self.tabCounts.map {
            try WatchedTabs(tabCount: $0, dishCount: Self.fullHouse.dishes)
        }
        try measure(rooms, called: Self.tabCounts.map { "\($0) tabs" }) { try $0.change($1) }

        let menus = try Self.dishCounts.map {
            try WatchedTabs(tabCount: Self.fullHouse.tabs, dishCount: $0)
        }
        try measure(menus, called: Self.dishCounts.map { "\($0) dishes" }) { try $0.change($1) }
    }

    /// Prints a table with a column for each subject and a row for each kind of mutation.
    private func measure<Subject, Kind: CaseIterable & RawRepresentable<String>>(
        _ initial: [Subject], called names: [String], each count: Int? = nil,
        ratio: String = "last to first", _ change: (inout Subject, Kind) throws -> Void
    ) throws {
        var subjects = initial
        let count = count ?? mutations
        var times: [String: [[Double]]] = [:]
        for _ in 0..<rounds {
            for index in subjects.indices {
                for kind in Kind.allCases {
                    let begin = Self.cpuMicroseconds()
                    for _ in 0..<count { try change(&subjects[index], kind) }
                    let time = (Self.cpuMicroseconds() - begin) / Double(count)
                    let none = Array(repeating: [Double](), count: subjects.count)
                    times[kind.rawValue, default: none][index].append(time)
                }
            }
        }
        print("| µs of CPU for each | \(names.joined(separator: " | ")) | \(ratio) |")
        print("|---|\(names.map { _ in "---:|" }.joined())---:|")
        for kind in Kind.allCases {
            let medians = (times[kind.rawValue] ?? []).map { $0.sorted()[$0.count / 2] }
            let growth = medians[medians.count - 1] / medians[0]
            let cells = (medians + [growth]).map(Self.text)
            print("| \(kind.rawValue) | \(cells.joined(separator: " | ")) |")
        }
        print()
    }

    private static func text(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let rest = String(hundredths % 100)
        return "\(hundredths / 100).\(rest.count < 2 ? "0" : "")\(rest)"
    }

    private static func cpuMicroseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}
