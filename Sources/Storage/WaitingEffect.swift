public import JSON
public import Sync

/// An effect that is still to be carried out.
public struct WaitingEffect: Sendable, Equatable {
    /// Increases in the order in which effects were stored.
    public var number: Int64
    public var venue: String
    /// The idempotency key that the target sees: `main:k3f9:42:0`.
    public var key: String
    public var target: String
    public var data: JSON
    /// The sealed part, for the carrier only; `nil` if empty. `EffectOutbox.openedEffect(_:)` opens
    /// it.
    public var sealed: [UInt8]?
    public var keptAt: Instant
    public var until: Instant
    /// The number of failed attempts.
    public var tryCount: Int
    /// Whether events about the effect exist.
    public var isReported: Bool
    /// How the outcome is reported to the effect's board.
    public var outcome: Effect.Outcome?

    public init(
        number: Int64, venue: String, key: String, target: String, data: JSON,
        sealed: [UInt8]? = nil, keptAt: Instant, until: Instant, tryCount: Int,
        isReported: Bool = false, outcome: Effect.Outcome? = nil
    ) {
        self.number = number
        self.venue = venue
        self.key = key
        self.target = target
        self.data = data
        self.sealed = sealed
        self.keptAt = keptAt
        self.until = until
        self.tryCount = tryCount
        self.isReported = isReported
        self.outcome = outcome
    }

    /// Whether the owner dropped the effect, and its board must still be told.
    public var isDropped: Bool { until.milliseconds == 0 }
}

/// An effect that the store keeps.
public enum KeptEffect: Sendable, Equatable {
    case waiting(WaitingEffect)
    /// It was given up.
    case dead
}

extension WaitingEffect {
    /// Returns the effect as its board has made it.
    ///
    /// - Throws: `secretsUnreadable` if the sealed data can't be opened.
    package func opened(withKeyAt path: String) throws(StoreError) -> Effect {
        var effect = Effect(target: target, data: data, lifetime: .zero, outcome: outcome)
        guard let sealed else { return effect }
        let bytes = try SecretBox.open(sealed, for: SecretBox.place(ofEffect: key), keyAt: path)
        guard let opened = try? JSON(parsing: bytes) else {
            throw .secretsUnreadable(path: path, reason: "it is not their key")
        }
        effect.sealed = opened
        return effect
    }
}

extension EffectOutbox {
    /// The number of keys of effects without events that are remembered for each venue.
    package static var keyCountMax: Int { 1_000 }
}

extension JournalEntry {
    /// Calls `body` with each effect and its idempotency key. The key contains the venue and its
    /// epoch, so no two hubs use the same one.
    package func forEachEffect<Failure: Error>(
        of venue: String, epoch: String, _ body: (Effect, String) throws(Failure) -> Void
    ) throws(Failure) {
        for (number, effect) in effects.enumerated() {
            try body(effect, "\(venue):\(epoch):\(event.rev):\(number)")
        }
    }
}

extension Effect {
    /// Returns when the effect is given up if it is stored at an instant.
    package func end(from instant: Instant) -> Instant {
        instant.adding(milliseconds: lifetime.components.seconds * 1_000)
    }

    /// Seals the sealed part, if there is one, with the key in a file, which is made if needed.
    package func sealedBytes(for key: String, keyAt path: String) throws(StoreError) -> [UInt8]? {
        guard let sealed else { return nil }
        return try SecretBox(makingAt: path)
            .seal(sealed.canonical, for: SecretBox.place(ofEffect: key))
    }
}

/// The form in which engines store an outcome.
extension Effect.Outcome {
    package var json: JSON { ["action": .string(action), "arguments": .object(arguments)] }

    package init?(_ json: JSON) {
        guard let action = json["action"]?.text, let arguments = json["arguments"]?.members
        else { return nil }
        self.init(action: action, arguments: arguments)
    }
}
