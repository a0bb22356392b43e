import Foundation
import ICalendar
import TestSupport
import Testing

@testable import CalendarMerging

/// Laws that hold for every merge.
struct MergeLawTests {
    /// The number of stories. Each makes ten merges.
    private static let stories =
        UInt64(
            ProcessInfo.processInfo.environment["TABLECAST_MERGE_STORIES"] ?? "")
        ?? (Tier.release.isWanted ? 10_400 : 2_600)

    @Test(arguments: 0..<4)
    func `a merge loses no edit and keeps the laws`(part: UInt64) {
        for seed in stride(from: part, to: Self.stories, by: 4) {
            let story = Story(seed: seed)
            if let problem = story.problem {
                Issue.record("\(problem)\n\(story)")
                return
            }
        }
    }
}
