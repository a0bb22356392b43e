package import Storage
package import Sync

/// The wait of a device after wrong PINs: none after the first ones, then longer each time, and
/// finally until the owner forgives it. Other devices are not affected.
package struct PINPatience {
    private static let freeCount = 3
    private static let firstWaitMilliseconds: Int64 = 5_000
    private static let wrongCountMax = 10

    package enum Answer: Equatable {
        case mayTry
        case wait(milliseconds: Int64)
        /// The device has to wait until the owner forgives it or sets a new PIN.
        case lockedOut
    }

    package static func isLockedOut(afterWrong count: Int) -> Bool { count >= wrongCountMax }

    package static func answer(to state: PINState, at now: Instant) -> Answer {
        if isLockedOut(afterWrong: state.wrongCount) { return .lockedOut }
        guard state.wrongCount >= freeCount, let wrongAt = state.wrongAt else { return .mayTry }
        let wait = firstWaitMilliseconds << Int64(state.wrongCount - freeCount)
        // If the clock was set back, the wait is at most `wait`.
        let passed = max(0, now.milliseconds(since: wrongAt))
        return passed >= wait ? .mayTry : .wait(milliseconds: wait - passed)
    }
}
