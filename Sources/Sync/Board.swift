public import JSON

/// One state machine of a venue: pure rules over values. All boards of a venue share its journal.
///
/// A board is asked in three steps. `decide` judges a mutation against the state and says what would
/// happen; the hub makes an event of that; `apply` carries an event out and reports which rows of
/// which views it changed. Only `decide` knows rules: `apply` must accept every event that the
/// journal holds, whatever the rules are by then.
public protocol Board: Sendable {
    /// `waitlist`: the first part of its actions, views and event types.
    var name: String { get }

    /// Every action it knows, whole: `waitlist.add`.
    var actions: Set<String> { get }

    /// Those of them that the hub itself asks for, and nobody by a message.
    var hubActions: Set<String> { get }

    /// What its actions can be given, as far as it may be told who sees guests' phone numbers and
    /// notes masked. What somebody gives beside that may be anything, a phone number too.
    var argumentNames: Set<String> { get }

    /// Arguments that only who gives them may know. They count when an id comes again, and nobody is
    /// told of them.
    var secretArguments: Set<String> { get }

    /// The views it offers.
    var views: [ViewRule] { get }

    /// The documents of its shared views before any event.
    var emptyDocuments: [String: Document] { get }

    /// Whether someone is still what they were let in as.
    func admits(_ principal: Principal) -> Bool

    /// Whether someone may ask for this at all; judged before anything else about the arguments.
    func permits(_ mutation: Mutation, by principal: Principal) -> Bool

    /// Whether whoever asks for this must have confirmed lately who it is.
    func needsConfirmation(_ action: String) -> Bool

    /// Judges a mutation that is permitted, in the order `invalid`, `not_found`, `stale`, `conflict`.
    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment
    ) throws(Rejection) -> Decision

    /// Carries out an event of this board. Every event of the journal is applied, in order.
    ///
    /// - Returns: the rows that are really different after the event, since each revision that
    ///   reports a row counts as one of its document; nobody compares them again.
    mutating func apply(_ event: Event) -> [RowChange]

    /// Hears of an event of another board: a venue's name stands in several boards' views.
    ///
    /// - Returns: as `apply` does.
    mutating func hear(_ event: Event) -> [RowChange]

    /// The `result` of the answer to the mutation that made the event; `nil` when there is none.
    /// A function of the event and of the venue's keys alone, so that a repeated answer is the same.
    func result(of event: Event) -> JSON?

    /// When time will next bring something about; `nil` when nothing is pending.
    func nextDue() -> Instant?

    /// What time has brought about by now, one thing at a time; `nil` when nothing is due.
    func decideDue(at moment: Moment) -> Decision?

    /// Whether something that a newcomer has made waits for somebody's word.
    func awaitsConfirmation(_ subject: String) -> Bool

    /// What a personal view (`waitlist/guest`) shows the guest with this party.
    func personalDocument(view: String, party: String) -> PersonalDocument?

    /// The data of an event, or a row of a view, as those see it who may not see guests' phone
    /// numbers and notes. What is an object stays one.
    func masked(_ value: JSON) -> JSON
}

extension Board {
    public var hubActions: Set<String> { [] }

    /// Of most boards nothing.
    public func needsConfirmation(_ action: String) -> Bool { false }

    /// Of most boards nothing.
    public var argumentNames: Set<String> { [] }

    public var secretArguments: Set<String> { [] }

    /// Of most boards nothing.
    public func awaitsConfirmation(_ subject: String) -> Bool { false }

    /// Most boards know of nobody who is not.
    public func admits(_ principal: Principal) -> Bool { true }

    /// Most boards go by their own events alone.
    public mutating func hear(_ event: Event) -> [RowChange] { [] }

    /// Carries out an event of its own, or hears of another board's.
    public mutating func witness(_ event: Event) -> [RowChange] {
        event.board == name ? apply(event) : hear(event)
    }

    /// A member of a view's document, masked row by row when it has rows.
    func maskedMember(_ value: JSON) -> JSON {
        value.members.map { .object($0.mapValues(masked)) } ?? masked(value)
    }
}

/// When something is decided, and the revision that its event will have.
public struct Moment: Sendable {
    public var now: Instant
    public var rev: Int

    public init(now: Instant, rev: Int) {
        self.now = now
        self.rev = rev
    }
}

/// What a board says will happen; the hub makes an `Event` of it.
public struct Decision: Sendable, Equatable {
    public var kind: String
    public var subject: String
    public var data: JSON
    /// What else becomes true when the event is durable; `nil` for nearly all.
    public var access: AccessChange?
    /// Whether its subject waits for somebody's word then.
    public var awaitsConfirmation: Bool

    public init(
        kind: String, subject: String, data: JSON, access: AccessChange? = nil,
        awaitsConfirmation: Bool = false
    ) {
        self.kind = kind
        self.subject = subject
        self.data = data
        self.access = access
        self.awaitsConfirmation = awaitsConfirmation
    }
}

/// Who may watch a view.
public struct ViewRule: Sendable {
    public enum Scope: Sendable {
        /// One document for all who may watch it.
        case shared
        /// A document for each guest, of the guest's own party.
        case personal
    }

    /// Board and audience: `waitlist/display`.
    public var name: String
    public var scope: Scope
    public var readers: Set<Role>
    /// Those of the readers who get it masked.
    public var maskedFor: Set<Role>

    public init(name: String, scope: Scope, readers: Set<Role>, maskedFor: Set<Role> = []) {
        self.name = name
        self.scope = scope
        self.readers = readers
        self.maskedFor = maskedFor
    }
}

/// A guest's own document, and the last revision that changed it.
public struct PersonalDocument: Sendable, Equatable {
    public var document: Document
    public var rev: Int

    public init(document: Document, rev: Int) {
        self.document = document
        self.rev = rev
    }
}
