import ICalendar
import Locks

/// The recently viewed weeks. With them, the cost of an edit depends on the size of a page and not
/// on that of the calendars.
///
/// A page belongs to one generation of the board, so copies of the board can share the pages.
final class WeekPages: Sendable {
    private struct Kept {
        var pages: [(generation: PlannerGeneration, page: WeekPage)] = []
        var usedAt = 0
    }

    private static let weeksMax = 64
    /// The most generations that are kept of a page. Changes are found by comparing the last two.
    private static let generationsMax = 3

    private struct Weeks {
        var kept: [CivilDate: Kept] = [:]
        var useCount = 0
    }

    private let weeks = Locked(Weeks())

    /// Returns the page of a week, if it is kept.
    func page(_ monday: CivilDate, _ generation: PlannerGeneration) -> WeekPage? {
        weeks.with { weeks in
            guard let kept = weeks.kept[monday] else { return nil }
            weeks.useCount += 1
            weeks.kept[monday]?.usedAt = weeks.useCount
            return kept.pages.first { $0.generation === generation }?.page
        }
    }

    func keep(_ page: WeekPage, _ monday: CivilDate, _ generation: PlannerGeneration) {
        weeks.with { weeks in
            weeks.useCount += 1
            var kept = weeks.kept[monday] ?? Kept()
            kept.usedAt = weeks.useCount
            kept.pages.removeAll { $0.generation === generation }
            kept.pages.append((generation, page))
            kept.pages = kept.pages.suffix(Self.generationsMax)
            weeks.kept[monday] = kept
            guard weeks.kept.count > Self.weeksMax,
                let oldest = weeks.kept.min(by: { $0.value.usedAt < $1.value.usedAt })?.key
            else { return }
            weeks.kept[oldest] = nil
        }
    }
}
