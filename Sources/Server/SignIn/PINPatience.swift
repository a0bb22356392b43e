import Store
import Sync

/// How long a device has to wait between wrong PINs: nobody who mistypes once, ever longer for one
/// who guesses, and at last until the owner forgives it. Other devices notice nothing.
struct PINPatience {
    private static let freeCount = 3
    private static let firstWaitMilliseconds: Int64 = 5_000
    private static let wrongCountMax = 10

    enum Answer: Equatable {
        case mayTry
        case wait(milliseconds: Int64)
        /// Until the owner forgives it, or makes a new PIN.
        case lockedOut
    }

    static func isLockedOut(afterWrong count: Int) -> Bool { count >= wrongCountMax }

    static func answer(to state: PINState, at now: Instant) -> Answer {
        if isLockedOut(afterWrong: state.wrongCount) { return .lockedOut }
        guard state.wrongCount >= freeCount, let wrongAt = state.wrongAt else { return .mayTry }
        let wait = firstWaitMilliseconds << Int64(state.wrongCount - freeCount)
        // A clock that was set back must not make anybody wait longer than that.
        let passed = max(0, now.milliseconds(since: wrongAt))
        return passed >= wait ? .mayTry : .wait(milliseconds: wait - passed)
    }
}
