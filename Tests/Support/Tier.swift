import Foundation

/// The extent of a test run. `TABLECAST_TIER` sets it; without the variable, everything runs.
///
/// A slow test that repeats a faster one with other values is enabled from a tier on:
/// `@Test(.enabled(if: Tier.release.isWanted))`.
public enum Tier: String, CaseIterable, Sendable {
    /// Tests of every run of `bin/test`.
    case everybody
    /// Additional tests for each change, in `.ci/run`.
    case change
    /// Additional tests before a release, in `bin/test --all`.
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

    /// Returns all seeds before a release, and otherwise only the first ones.
    public static func seeds(_ seeds: ClosedRange<UInt64>, usually count: Int) -> [UInt64] {
        Array(release.isWanted ? seeds[...] : seeds.prefix(count))
    }

    /// Whether tests of this tier run.
    public var isWanted: Bool {
        let order = Self.allCases
        return order.firstIndex(of: self) ?? 0 <= order.firstIndex(of: Self.wanted) ?? 0
    }
}
