package import Clocks
package import Credentials
import Limits
package import Storage
package import Sync

/// # The room `SignIn`
///
/// Identifies devices: the index of signed-in devices, links, PINs, and the codes that pair
/// screens. The room reads and writes the devices in the store, away from the loops. It knows
/// neither requests nor events of venues.

/// Hashes and checks PINs one after the other, away from the loops, because each hash takes some
/// tenths of a second and 32 MiB. Devices take turns, so that a device that guesses does not delay
/// the others.
package final class PINKeeper: Sendable {
    private static let waitingCountMax = 100
    static let waitingOfDeviceCountMax = 2

    /// The time for which an unlocked device needs no PIN: a working day of 12 hours.
    package static let unlockedMilliseconds: Int64 = 12 * 3_600_000

    private let identity: any Identity
    private let clock: HubClock
    /// The queue, with the devices as owners.
    let queue = FairQueue<String>(
        label: "tablecast.pin", countMax: waitingCountMax,
        countOfOwnerMax: waitingOfDeviceCountMax)

    package enum Verdict: Sendable, Equatable {
        /// The PIN is right.
        case unlocked
        /// The PIN is wrong.
        case wrong(PINPatience.Answer)
        /// The PIN was not checked, because the device must wait after wrong PINs.
        case tooEarly(PINPatience.Answer)
        /// The venue has no PIN, or the device does not exist.
        case noPIN
        /// Too many PINs wait to be checked.
        case tooBusy
        /// The store, or the digest in it, can't be read.
        case unreadable
    }

    package init(identity: any Identity, clock: HubClock) {
        self.identity = identity
        self.clock = clock
    }

    /// Hashes a PIN.
    ///
    /// - Parameters:
    ///  - device: the device that sets the PIN.
    ///  - done: called on any thread with the digest to store; with `nil` if hashing failed.
    package func digest(
        of pin: String, for device: String, _ done: @escaping @Sendable (String?) -> Void
    ) {
        perform(for: device, done, whenBusy: nil) { PINDigest(of: pin)?.text }
    }

    /// Checks a PIN that was entered on a device, and stores the result.
    ///
    /// - Parameter done: called on any thread.
    package func enter(
        _ pin: String, device: String, _ done: @escaping @Sendable (Verdict) -> Void
    ) {
        perform(for: device, done, whenBusy: .tooBusy) { [identity, clock] in
            do throws(StoreError) {
                let known = try identity.pinState(ofDevice: device)
                guard let state = known, let kept = state.digest else { return .noPIN }
                // Checked on the queue, so that only the first of several simultaneous guesses is
                // tried.
                let patience = PINPatience.answer(to: state, at: clock.now)
                guard patience == .mayTry else { return .tooEarly(patience) }
                guard let isRight = PINDigest(kept).matches(pin) else { return .unreadable }
                let now = clock.now
                guard isRight else {
                    try identity.noteWrongPIN(device: device, now: now)
                    let state = try identity.pinState(ofDevice: device)
                    return .wrong(state.map { PINPatience.answer(to: $0, at: now) } ?? .mayTry)
                }
                // The owner may have changed the PIN since it was compared; `unlock` checks that.
                let until = now.adding(milliseconds: Self.unlockedMilliseconds)
                let isUnlocked = try identity.unlock(device: device, until: until, digest: kept)
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

/// The PIN lock of a host's open connection. Entering the PIN opens it for a while.
package struct PINLock {
    /// The reason given when the lock closes a connection.
    package static let reason = "the PIN has to be entered"

    /// The time until which the lock is open; `nil` if the venue has no PIN.
    package var unlockedUntil: Instant?

    package init(unlockedUntil: Instant?) { self.unlockedUntil = unlockedUntil }

    package func isShut(at now: Instant) -> Bool { unlockedUntil.map { $0 <= now } ?? false }
}
