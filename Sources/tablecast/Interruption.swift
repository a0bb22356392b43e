import Foundation
import Glibc
import Transport

/// Ctrl-C, for a command that wants to end in its own words.
final class Interruption: Sendable {
    private let wasAsked = Locked(false)

    /// Before any other thread is made.
    init() {
        let signals = [SIGINT, SIGTERM]
        Signals.block(signals)
        Thread.detachNewThread { [wasAsked] in
            _ = Signals.wait(for: signals)
            wasAsked.with { $0 = true }
        }
    }

    /// As if it had been pressed.
    func come() { wasAsked.with { $0 = true } }

    var hasCome: Bool { wasAsked.with { $0 } }
}
