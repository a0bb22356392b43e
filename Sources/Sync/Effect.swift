public import JSON

/// Something that has to happen outside the hub, such as a message or a post to a webhook.
///
/// It is stored together with its event, in one transaction, and carried out at least once. Effects
/// with the same target are carried out in order.
public struct Effect: Sendable, Equatable {
    /// The mutation by which the hub reports an effect's outcome to the board. The outcome itself
    /// is in `Mutation.effect`.
    public struct Outcome: Sendable, Equatable {
        /// The board's action, declared as `isHubOnly`: `booking.reminded`.
        public var action: String
        /// The action's arguments, such as the id of the item that the effect is about.
        public var arguments: [String: JSON]

        public init(action: String, arguments: [String: JSON]) {
            self.action = action
            self.arguments = arguments
        }
    }

    /// The carrier's name, optionally followed by a colon and what distinguishes its targets:
    /// `webhook`, `calendar:c_3`. Effects with the same target are carried out in order. It appears
    /// in events and on the owner's page, so it must not contain a guest's data or a secret.
    public var target: String
    /// The data for the carrier, without secrets.
    public var data: JSON
    /// Further data that only the carrier may know: the store keeps it sealed. `nil` for none.
    public var sealed: JSON?
    /// The time after which the effect is no longer wanted.
    public var lifetime: Duration
    /// How the outcome is reported to the board; `nil` if the board does not need it.
    public var outcome: Outcome?

    public init(
        target: String, data: JSON, sealed: JSON? = nil, lifetime: Duration,
        outcome: Outcome? = nil
    ) {
        self.target = target
        self.data = data
        self.sealed = sealed
        self.lifetime = lifetime
        self.outcome = outcome
    }
}

/// The reason why an attempt to carry out an effect, or to do a connector's job, failed: a code
/// that pages translate. It contains neither the target's address nor its answer, so that no secret
/// gets into an event.
public struct EffectFailure: Sendable, Hashable {
    /// `timed_out`
    public var code: String
    /// The HTTP status, if the target answered with an error.
    public var status: Int?

    public init(code: String, status: Int? = nil) {
        self.code = code
        self.status = status
    }

    public static let timedOut = EffectFailure(code: "timed_out")
    /// The connection failed.
    public static let unreachable = EffectFailure(code: "unreachable")
    /// The address leads into a private network.
    public static let privateAddress = EffectFailure(code: "private_address")
    public static let badAddress = EffectFailure(code: "bad_address")
    /// The server's certificate can't be trusted.
    public static let certificate = EffectFailure(code: "certificate")
    /// The hub could not read its own settings.
    public static let unreadable = EffectFailure(code: "unreadable")
    /// The answer is longer than allowed, or was cut off.
    public static let notWhole = EffectFailure(code: "not_whole")
    /// No more requests are permitted for some hours.
    public static let quota = EffectFailure(code: "quota")
    /// The effect's lifetime is over.
    public static let tooOld = EffectFailure(code: "too_old")
    /// The maximum number of attempts is reached.
    public static let tooOften = EffectFailure(code: "too_often")
    /// Too many effects wait for the same target.
    public static let tooMany = EffectFailure(code: "too_many")
    /// No carrier has the target's name.
    public static let unknownTarget = EffectFailure(code: "unknown_target")

    public static func answered(_ status: Int) -> EffectFailure {
        EffectFailure(code: "answered", status: status)
    }

    /// For the store and the log: `answered 500`.
    public var text: String { status.map { "\(code) \($0)" } ?? code }
}

/// The state of an effect, as the courier reports it.
///
/// The report enters by a mutation of the hub and becomes part of the event, so documents about
/// effects are functions of the events alone. The stored effect changes in the event's transaction.
public struct EffectReport: Sendable, Equatable {
    /// The number of dead effects kept per venue. Beyond it, the oldest are removed.
    public static let deadCountMax = 100

    public enum State: String, Sendable {
        /// It will be tried again.
        case waiting
        /// It was given up. Only the owner can have it tried again.
        case dead
        case done
        /// The owner dropped it before it was carried out.
        case dropped

        /// Whether no further report follows.
        public var isFinal: Bool { self == .done || self == .dropped }
    }

    /// The idempotency key that the target sees: `main:k3f9:42:0`.
    public var id: String
    public var target: String
    public var state: State
    /// When the effect was stored.
    public var since: Instant
    /// The number of failed attempts.
    public var tryCount: Int
    /// When the next attempt is due; `nil` unless it waits.
    public var nextAt: Instant?
    /// The number of effects that wait behind it for the same target.
    public var behindCount: Int
    /// Why the last attempt failed.
    public var failure: EffectFailure?

    public init(
        id: String, target: String, state: State, since: Instant, tryCount: Int,
        nextAt: Instant? = nil, behindCount: Int = 0, failure: EffectFailure? = nil
    ) {
        self.id = id
        self.target = target
        self.state = state
        self.since = since
        self.tryCount = tryCount
        self.nextAt = nextAt
        self.behindCount = behindCount
        self.failure = failure
    }

    /// The row of the owner's view, without the id.
    public var row: JSON {
        JSON(present: [
            "target": .string(target), "state": .string(state.rawValue),
            "since": .string(since.description), "tries": JSON(tryCount),
            "nextAt": nextAt.map { .string($0.description) },
            "behind": behindCount == 0 ? nil : JSON(behindCount),
            "problem": failure.map { .string($0.code) }, "status": failure?.status.map { JSON($0) },
        ])
    }

    /// The row with the id, as events contain it.
    public var json: JSON {
        guard var members = row.members else { return row }
        members["id"] = .string(id)
        return .object(members)
    }

    /// Reads the form of `json`. Returns `nil` for anything else.
    public init?(_ json: JSON) {
        guard let id = json["id"]?.text, let target = json["target"]?.text,
            let state = json["state"]?.text.flatMap(State.init(rawValue:)),
            let since = json["since"]?.text.flatMap({ Instant($0) }),
            let tryCount = json["tries"]?.integer
        else { return nil }
        self.init(
            id: id, target: target, state: state, since: since, tryCount: tryCount,
            nextAt: json["nextAt"]?.text.flatMap { Instant($0) },
            behindCount: json["behind"]?.integer ?? 0,
            failure: json["problem"]?.text.map {
                EffectFailure(code: $0, status: json["status"]?.integer)
            })
    }

    /// The change of the stored effect that goes with the report's event.
    var change: EffectChange {
        switch state {
        case .waiting: .noteTries(key: id, count: tryCount, problem: failure?.text)
        case .dead: .giveUp(key: id, count: tryCount, problem: failure?.text)
        case .done, .dropped: .forget(key: id)
        }
    }
}

/// A change of a stored effect, made in the transaction of an event. Does nothing if the effect is
/// no longer stored.
public enum EffectChange: Sendable, Equatable {
    /// Removes it, because it was carried out.
    case forget(key: String)
    /// Notes the number of failed attempts.
    case noteTries(key: String, count: Int, problem: String?)
    /// Marks it as dead.
    case giveUp(key: String, count: Int, problem: String?)
    /// Makes it due at once. A dead one starts a new lifetime.
    case retry(key: String)
    /// Removes it. If its outcome is reported to the board, the effect is only marked as dropped
    /// until then.
    case drop(key: String)
}
