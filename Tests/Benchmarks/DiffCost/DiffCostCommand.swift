import ArgumentParser
import Boards
import Glibc
import JSON
import Sync

/// `diff-cost`: whether a mutation costs what it changes, or what there is.
@main
struct DiffCostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff-cost",
        abstract: "Measures the CPU from a mutation to its encoded diffs and hashes.",
        discussion: """
            Lists of 10, 1,000 and 10,000 parties that screens, hosts and engineers watch; medians of \
            the rounds, and how much more it is than with the shortest list.
            """)

    @Option(help: "How many rounds, in each of which every list has its turn.")
    var rounds = 7

    @Option(help: "How many mutations of each kind in a turn.")
    var mutations = 2_000

    private static let counts = [10, 1_000, 10_000]

    func run() throws {
        var lists = try Self.counts.map { try WatchedList(partyCount: $0) }
        var times: [String: [[Double]]] = [:]
        for _ in 0..<rounds {
            for index in lists.indices {
                for kind in WatchedList.Kind.allCases {
                    let begin = Self.cpuMicroseconds()
                    for _ in 0..<mutations { try lists[index].change(kind) }
                    let time = (Self.cpuMicroseconds() - begin) / Double(mutations)
                    let name = kind.rawValue
                    times[name, default: Array(repeating: [], count: lists.count)][index]
                        .append(time)
                }
            }
        }
        print("| µs of CPU for each | 10 parties | 1,000 | 10,000 | 10,000 to 10 |")
        print("|---|---:|---:|---:|---:|")
        for kind in WatchedList.Kind.allCases {
            let medians = (times[kind.rawValue] ?? []).map { $0.sorted()[$0.count / 2] }
            let cells = medians.map(Self.text) + [Self.text(medians[2] / medians[0])]
            print("| \(kind.rawValue) | \(cells.joined(separator: " | ")) |")
        }
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
