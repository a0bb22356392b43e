import Store
import Sync
import Transport

/// Makes and checks PINs, one after the other and away from the loops: each takes some tenths of a
/// second and 32 MiB. Devices take turns, so one that guesses does not keep another waiting.
final class PINKeeper: Sendable {
    private static let waitingCountMax = 100
    static let waitingOfDeviceCountMax = 2

    /// A device that has entered the PIN is not asked again for a day of work.
    static let unlockedMilliseconds: Int64 = 12 * 3_600_000

    private let store: Store
    private let clock: HubClock
    /// By the device that asks.
    let queue = FairQueue<String>(
        label: "tablecast.pin", countMax: waitingCountMax,
        countOfOwnerMax: waitingOfDeviceCountMax)

    enum Verdict: Sendable, Equatable {
        case unlocked
        case wrong(PINPatience.Answer)
        /// It was not looked at.
        case tooEarly(PINPatience.Answer)
        case noPIN
        case tooBusy
        case unreadable
    }

    init(store: Store, clock: HubClock) {
        self.store = store
        self.clock = clock
    }

    /// Makes what is kept of a PIN.
    ///
    /// - Parameters:
    ///   - device: the one that asks for it.
    ///   - done: called on the worker's loop with the text to keep; with `nil` when it could not be
    ///     made.
    func digest(
        of pin: String, for device: String, on worker: Worker,
        _ done: @escaping @Sendable (Station, String?) -> Void
    ) {
        perform(for: device, on: worker, done, whenBusy: nil) { PINDigest(of: pin)?.text }
    }

    /// Looks at a PIN that was entered on a device, and remembers what came of it.
    func enter(
        _ pin: String, device: String, on worker: Worker,
        _ done: @escaping @Sendable (Station, Verdict) -> Void
    ) {
        perform(for: device, on: worker, done, whenBusy: .tooBusy) { [store, clock] in
            do throws(StoreError) {
                guard let state = try store.pinState(ofDevice: device), let kept = state.digest
                else { return .noPIN }
                // Asked here and not before: of guesses that come at once, one is looked at.
                let patience = PINPatience.answer(to: state, at: clock.now)
                guard patience == .mayTry else { return .tooEarly(patience) }
                guard let isRight = PINDigest(kept).matches(pin) else { return .unreadable }
                let now = clock.now
                guard isRight else {
                    try store.noteWrongPIN(device: device, now: now)
                    let state = try store.pinState(ofDevice: device)
                    return .wrong(state.map { PINPatience.answer(to: $0, at: now) } ?? .mayTry)
                }
                // The owner may have set another one while this one was looked at.
                let isUnlocked = try store.unlock(
                    device: device, until: now.adding(milliseconds: Self.unlockedMilliseconds),
                    digest: kept)
                return isUnlocked ? .unlocked : .wrong(.mayTry)
            } catch {
                return .unreadable
            }
        }
    }

    private func perform<Result: Sendable>(
        for device: String, on worker: Worker,
        _ done: @escaping @Sendable (Station, Result) -> Void, whenBusy: Result,
        _ work: @escaping @Sendable () -> Result
    ) {
        let isTaken = queue.perform(for: device) {
            let result = work()
            worker.perform { station in done(station, result) }
        }
        if !isTaken { worker.perform { station in done(station, whenBusy) } }
    }
}
