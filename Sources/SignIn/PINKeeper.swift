package import Clocks
package import Credentials
import Limits
package import Store
import Sync

/// # The room `SignIn`
///
/// What tells one device from another: the index of those that are signed in, links, PINs and the
/// codes by which screens are paired. It reads and writes the list of devices, away from the loops,
/// and knows neither requests nor venues' events.

/// Makes and checks PINs, one after the other and away from the loops: each takes some tenths of a
/// second and 32 MiB. Devices take turns, so one that guesses does not keep another waiting.
package final class PINKeeper: Sendable {
    private static let waitingCountMax = 100
    static let waitingOfDeviceCountMax = 2

    /// A device that has entered the PIN is not asked again for a day of work.
    package static let unlockedMilliseconds: Int64 = 12 * 3_600_000

    private let identity: any Identity
    private let clock: HubClock
    /// By the device that asks.
    let queue = FairQueue<String>(
        label: "tablecast.pin", countMax: waitingCountMax,
        countOfOwnerMax: waitingOfDeviceCountMax)

    package enum Verdict: Sendable, Equatable {
        case unlocked
        case wrong(PINPatience.Answer)
        /// It was not looked at.
        case tooEarly(PINPatience.Answer)
        case noPIN
        case tooBusy
        case unreadable
    }

    package init(identity: any Identity, clock: HubClock) {
        self.identity = identity
        self.clock = clock
    }

    /// Makes what is kept of a PIN.
    ///
    /// - Parameters:
    ///   - device: the one that asks for it.
    ///   - done: called on any thread with the text to keep; with `nil` when it could not be made.
    package func digest(
        of pin: String, for device: String, _ done: @escaping @Sendable (String?) -> Void
    ) {
        perform(for: device, done, whenBusy: nil) { PINDigest(of: pin)?.text }
    }

    /// Looks at a PIN that was entered on a device, and remembers what came of it.
    ///
    /// - Parameter done: called on any thread.
    package func enter(
        _ pin: String, device: String, _ done: @escaping @Sendable (Verdict) -> Void
    ) {
        perform(for: device, done, whenBusy: .tooBusy) { [identity, clock] in
            do throws(StoreError) {
                let known = try awaitAnswer { identity.pinState(ofDevice: device, $0) }
                guard let state = known, let kept = state.digest else { return .noPIN }
                // Asked here and not before: of guesses that come at once, one is looked at.
                let patience = PINPatience.answer(to: state, at: clock.now)
                guard patience == .mayTry else { return .tooEarly(patience) }
                guard let isRight = PINDigest(kept).matches(pin) else { return .unreadable }
                let now = clock.now
                guard isRight else {
                    try awaitAnswer { identity.noteWrongPIN(device: device, now: now, $0) }
                    let state = try awaitAnswer { identity.pinState(ofDevice: device, $0) }
                    return .wrong(state.map { PINPatience.answer(to: $0, at: now) } ?? .mayTry)
                }
                // The owner may have set another one while this one was looked at.
                let until = now.adding(milliseconds: Self.unlockedMilliseconds)
                let isUnlocked = try awaitAnswer {
                    identity.unlock(device: device, until: until, digest: kept, $0)
                }
                return isUnlocked ? .unlocked : .wrong(.mayTry)
            } catch {
                return .unreadable
            }
        }
    }

    private func perform<Result: Sendable>(
        for device: String, _ done: @escaping @Sendable (Result) -> Void, whenBusy: Result,
        _ work: @escaping @Sendable () -> Result
    ) {
        let isTaken = queue.perform(for: device) { done(work()) }
        if !isTaken { done(whenBusy) }
    }
}
