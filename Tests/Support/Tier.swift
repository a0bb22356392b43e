import Foundation

/// How much of the tests a run wants. `TABLECAST_TIER` names it; without the variable, everything runs.
///
/// A test that takes long, and repeats with other numbers what a quicker one shows, is enabled from a
/// tier on: `@Test(.enabled(if: Tier.release.isWanted))`.
public enum Tier: String, CaseIterable, Sendable {
    /// What everybody runs: `bin/test`.
    case everybody
    /// What each change has to pass too: `.ci/run`.
    case change
    /// What runs before a release too: `bin/test --all`.
    case release

    public static let wanted: Tier = {
        guard let name = ProcessInfo.processInfo.environment["TABLECAST_TIER"] else {
            return .release
        }
        guard let tier = Tier(rawValue: name) else {
            preconditionFailure(
                "TABLECAST_TIER is \(name), and has to be everybody, change or release")
        }
        return tier
    }()

    /// These seeds before a release, and otherwise only as many of them as given: the first ones.
    public static func seeds(_ seeds: ClosedRange<UInt64>, usually count: Int) -> [UInt64] {
        Array(release.isWanted ? seeds[...] : seeds.prefix(count))
    }

    /// Whether tests of this tier run.
    public var isWanted: Bool {
        let order = Self.allCases
        return order.firstIndex(of: self) ?? 0 <= order.firstIndex(of: Self.wanted) ?? 0
    }
}
